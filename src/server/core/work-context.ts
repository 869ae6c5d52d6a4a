import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac } from 'node:crypto';
import type { Keys } from './deps.ts';

/** Where work comes from; each log line names it. A job has that of the request that caused it. */
export type WorkOrigin = {
  readonly requestId?: string | undefined;
  /** Whom it is for: a keyed hash, see `hashPerson`. */
  person?: string | undefined;
};

type Work = WorkOrigin & { readonly job?: string; readonly jobId?: string };

const storage = new AsyncLocalStorage<Work>();

/** Runs a request or job whose log lines, also those of other services, name it. */
export function runWork<Result>(work: Work, run: () => Promise<Result>): Promise<Result> {
  return storage.run({ ...work }, run);
}

export function findWork(): Readonly<Work> | undefined {
  return storage.getStore();
}

const hashLength = 16;

/** A person's name in the log: always the same, and without the keys it leads to nobody. */
export function hashPerson(keys: Keys, personId: string): string {
  return createHmac('sha256', keys.derive('log-person')).update(personId).digest('base64url').slice(0, hashLength);
}

/** From now on, the lines of this request name the person. */
export function namePerson(keys: Keys, personId: string): void {
  const work = storage.getStore();
  if (work) work.person = hashPerson(keys, personId);
}
