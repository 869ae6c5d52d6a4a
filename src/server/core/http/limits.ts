import { isIPv6 } from 'node:net';
import type { Pool } from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { LimitName } from '#shared/core/limit-names.ts';
import { type Limits, ServiceError } from '../deps.ts';

/** The number of uses in the key's current period, including this one, and the time until the period ends. */
type Use = { readonly count: number; readonly msBeforeNext: number };

type PendingUse = { readonly done: (use: Use) => void; readonly fail: (error: unknown) => void };

/** Allowed uses per key, and the duration of a period in seconds. */
const allowances: Readonly<Record<LimitName, { points: number; duration: number }>> = {
  login: { points: 20, duration: 300 },
  'login-address': { points: 20, duration: 900 },
  'login-from': { points: 300, duration: 300 },
  'register-from': { points: 120, duration: 600 },
  'report-from': { points: 60, duration: 600 },
  'search-again': { points: 1, duration: 86_400 },
  'form-from': { points: 60, duration: 600 },
  'second-factor': { points: 10, duration: 900 },
  'code-address': { points: 5, duration: 3_600 },
  'code-hour': { points: 10, duration: 3_600 },
  'code-from': { points: 200, duration: 600 },
  mail: { points: 5, duration: 900 },
  // No longer than the codes are valid, so that the newest one still works while no other is sent.
  'mail-code': { points: 5, duration: 1_800 },
  'mail-to': { points: 5, duration: 3_600 },
  'mail-to-all': { points: 15, duration: 86_400 },
  'mail-to-staff': { points: 60, duration: 3_600 },
  declaration: { points: 3, duration: 3_600 },
  'declaration-unknown': { points: 5, duration: 86_400 },
  'captcha-from': { points: 300, duration: 300 },
  order: { points: 200, duration: 600 },
  quote: { points: 600, duration: 60 },
  trading: { points: 300, duration: 60 },
  // Separate, so that too many orders never prevent anyone from exiting a position.
  'trading-exit': { points: 300, duration: 60 },
  document: { points: 60, duration: 60 },
  write: { points: 240, duration: 60 },
  read: { points: 1_200, duration: 60 },
};

/** An IPv6 household has a whole /64, so limits on single addresses would be useless. */
export function limitKey(key: string): string {
  if (!isIPv6(key)) return key;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(key);
  if (mapped) return mapped[1] ?? key;
  const [start = '', end] = (key.split('%')[0] ?? '').split('::');
  const left = start === '' ? [] : start.split(':');
  const right = end ? end.split(':') : [];
  const missing = end === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(missing).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

const inMemoryLimits: ReadonlySet<LimitName> = new Set([
  'read',
  'document',
  'quote',
  'trading',
  'trading-exit',
  'report-from',
  'search-again',
]);

function createLimiter(name: LimitName, pool: Pool | undefined): RateLimiterAbstract {
  const options = { keyPrefix: name, ...allowances[name] };
  const memory = new RateLimiterMemory(options);
  // Reads and terminal orders are limited per server: storing a count would cost more than the call itself.
  if (!pool || inMemoryLimits.has(name)) return memory;
  return new RateLimiterPostgres({
    ...options,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    insuranceLimiter: memory,
  });
}

/** In-memory counters for a single server, PostgreSQL for several servers that share them. */
export function createLimits(pool?: Pool): Limits {
  const names = Object.keys(allowances) as LimitName[];
  const limiters = new Map(names.map((name) => [name, createLimiter(name, pool)]));
  const counters = new Map([...limiters].map(([name, limiter]) => [name, createUseCounter(limiter)]));
  const keyOf = (key: string) => limitKey(key).slice(0, 200);
  const count = async (name: LimitName, key: string): Promise<Use> =>
    (await counters.get(name)?.(keyOf(key))) ?? { count: 0, msBeforeNext: 0 };
  return {
    async take(name, key) {
      const { count: uses, msBeforeNext } = await count(name, key);
      const remaining = allowances[name].points - uses;
      if (remaining < 0) throw new ServiceError(429, 'too_many', { retryAfterSeconds: msBeforeNext / 1000 });
      return remaining;
    },
    async isWithin(name, key) {
      return (await count(name, key)).count <= allowances[name].points;
    },
    async forgive(name, key) {
      await limiters.get(name)?.delete(keyOf(key));
    },
  };
}

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
function createUseCounter(limiter: RateLimiterAbstract): (key: string) => Promise<Use> {
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
