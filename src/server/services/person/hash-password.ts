import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { ServiceError } from '../../errors.ts';

/** OWASP's argon2id parameters; the library's default algorithm is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Each run takes 19 MiB and a core, so concurrent ones wait in a bounded queue.
const mostRunning = Math.max(1, Math.min(3, availableParallelism()));
const longestLine = 200;
let running = 0;
const line: (() => void)[] = [];

async function inLine<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= mostRunning) {
    if (line.length >= longestLine) throw new ServiceError(429, 'too_many', { retryAfterSeconds: 10 });
    await new Promise<void>((resume) => line.push(resume));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = line.shift();
    if (next) next();
    else running -= 1;
  }
}

export function hashPassword(password: string): Promise<string> {
  return inLine(() => hash(password.normalize('NFKC'), cost));
}

let dummy: Promise<string> | undefined;

/** Takes equally long for an unknown person, a missing password and a wrong one. */
export async function checkPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  dummy ??= hashPassword(crypto.randomUUID());
  const spare = await dummy;
  const right = await inLine(() => verify(passwordHash ?? spare, password.normalize('NFKC')));
  return right && typeof passwordHash === 'string';
}
