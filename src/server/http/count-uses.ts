import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** How many uses of the key its period has had, this one included, and when the period ends. */
export type Use = { readonly count: number; readonly msBeforeNext: number };

type Waiting = { readonly done: (use: Use) => void; readonly fail: (error: unknown) => void };

/** A refusal is an answer here: all of its uses are counted as well. */
async function consume(limiter: RateLimiterAbstract, key: string, uses: number): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, uses);
  } catch (error) {
    if (error instanceof RateLimiterRes) return error;
    throw error;
  }
}

/**
 * Counts uses one by one, but stores those of one key that arrive while another is being stored in a single statement:
 * otherwise each of a crowd would change the same row and wait for the commits of all before it.
 */
export function createUseCounter(limiter: RateLimiterAbstract): (key: string) => Promise<Use> {
  const waiting = new Map<string, Waiting[]>();

  async function countAll(key: string, own: Waiting[]): Promise<void> {
    for (let batch = own.splice(0); batch.length > 0; batch = own.splice(0)) {
      try {
        const { consumedPoints, msBeforeNext } = await consume(limiter, key, batch.length);
        const before = consumedPoints - batch.length;
        for (const [index, { done }] of batch.entries()) done({ count: before + index + 1, msBeforeNext });
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    waiting.delete(key);
  }

  return (key) =>
    new Promise((done, fail) => {
      const own = waiting.get(key);
      if (own) {
        own.push({ done, fail });
        return;
      }
      const first = [{ done, fail }];
      waiting.set(key, first);
      void countAll(key, first);
    });
}
