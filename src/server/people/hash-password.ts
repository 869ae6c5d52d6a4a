import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { ServiceError } from '#server/core/errors.ts';

/** OWASP's argon2id parameters; the library's default algorithm is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Each run takes 19 MiB and a core, so concurrent runs wait in a bounded queue.
const maxRunning = Math.max(1, Math.min(3, availableParallelism()));
const maxQueueLength = 200;
let running = 0;
const queue: (() => void)[] = [];

async function runQueued<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= maxRunning) {
    if (queue.length >= maxQueueLength) throw new ServiceError(429, 'too_many', { retryAfterSeconds: 10 });
    await new Promise<void>((resume) => queue.push(resume));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}

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
