import { ServiceError } from './deps.ts';

/** Runs heavy work a few at a time; the rest waits. @throws {ServiceError} 429 if too much waits already */
export function createQueue(maxRunning: number, maxWaiting: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function runQueued<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw new ServiceError(429, 'too_many', { retryAfterSeconds: 10 });
      await new Promise<void>((resume) => waiting.push(resume));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
