import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac } from 'node:crypto';
import { remember } from '#lib/remember.ts';
import type { Keys } from './encryption.ts';
import type { WorkSpan } from './tracing.ts';

/** Where work comes from; each log line names it. A job has that of the request that caused it. */
export type WorkOrigin = {
  readonly requestId?: string | undefined;
  /** Whom it is for: a keyed hash, see `hashPerson`. */
  person?: string | undefined;
};

type Work = WorkOrigin & { readonly job?: string; readonly jobId?: string; readonly traceId?: string };

const storage = new AsyncLocalStorage<{ readonly work: Work; readonly span: WorkSpan | null }>();

/** Runs a request or job whose log lines, also those of other services, name it. */
export function runWork<Result>(work: Work, span: WorkSpan | null, run: () => Promise<Result>): Promise<Result> {
  return storage.run({ work: span === null ? { ...work } : { ...work, traceId: span.traceId }, span }, run);
}

export function findWork(): Readonly<Work> | undefined {
  return storage.getStore()?.work;
}

/** The trace that this work belongs to, if traces are on. */
export function findSpan(): WorkSpan | undefined {
  return storage.getStore()?.span ?? undefined;
}

const hashLength = 16;
/** Hashing takes as long as some whole requests. */
const keptHashes = 10_000;
const hashes = new WeakMap<Keys, Map<string, string>>();

/** A person's name in the log: always the same, and without the keys it leads to nobody. */
export function hashPerson(keys: Keys, personId: string): string {
  const known = hashes.get(keys) ?? new Map<string, string>();
  hashes.set(keys, known);
  return remember(known, personId, keptHashes, () =>
    createHmac('sha256', keys.derive('log-person')).update(personId).digest('base64url').slice(0, hashLength),
  );
}

/** From now on, the lines of this request name the person. */
export function namePerson(keys: Keys, personId: string): void {
  const work = storage.getStore()?.work;
  if (work) work.person = hashPerson(keys, personId);
}
