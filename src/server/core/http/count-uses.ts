import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** The number of uses in the key's current period, including this one, and the time until the period ends. */
export type Use = { readonly count: number; readonly msBeforeNext: number };

type PendingUse = { readonly done: (use: Use) => void; readonly fail: (error: unknown) => void };

/** Counts all uses even above the limit, which the limiter reports as an error. */
async function consume(limiter: RateLimiterAbstract, key: string, uses: number): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, uses);
  } catch (error) {
    if (error instanceof RateLimiterRes) return error;
    throw error;
  }
}

/**
 * Counts uses one by one. Concurrent uses of a key are stored together in one statement: otherwise each would update
 * the same row and wait for all commits before it.
 */
export function createUseCounter(limiter: RateLimiterAbstract): (key: string) => Promise<Use> {
  const pendingByKey = new Map<string, PendingUse[]>();

  async function countAll(key: string, pending: PendingUse[]): Promise<void> {
    for (let batch = pending.splice(0); batch.length > 0; batch = pending.splice(0)) {
      try {
        const { consumedPoints, msBeforeNext } = await consume(limiter, key, batch.length);
        const countBefore = consumedPoints - batch.length;
        for (const [index, { done }] of batch.entries()) done({ count: countBefore + index + 1, msBeforeNext });
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    pendingByKey.delete(key);
  }

  return (key) =>
    new Promise((done, fail) => {
      const pending = pendingByKey.get(key);
      if (pending) {
        pending.push({ done, fail });
        return;
      }
      const first = [{ done, fail }];
      pendingByKey.set(key, first);
      void countAll(key, first);
    });
}
