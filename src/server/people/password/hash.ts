import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createQueue } from '#server/core/create-queue.ts';

/** OWASP's argon2id parameters; the library's default algorithm is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each run takes 19 MiB and a core. */
const runQueued = createQueue(Math.max(1, Math.min(3, availableParallelism())), 200);

export function hashPassword(password: string): Promise<string> {
  return runQueued(() => hash(password.normalize('NFKC'), cost));
}

let dummyHash: Promise<string> | undefined;

/** Takes the same time for an unknown person, a missing password and a wrong one. */
export async function checkPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword(crypto.randomUUID());
  const unknownHash = await dummyHash;
  const matches = await runQueued(() => verify(passwordHash ?? unknownHash, password.normalize('NFKC')));
  return matches && typeof passwordHash === 'string';
}
