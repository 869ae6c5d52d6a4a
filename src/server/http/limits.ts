import { isIPv6 } from 'node:net';
import type { Pool } from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { LimitName, Limits } from '../deps.ts';
import { ServiceError } from '../errors.ts';

/** How often a key may do something within so many seconds. */
const shares: Readonly<Record<LimitName, { points: number; duration: number }>> = {
  login: { points: 20, duration: 300 },
  register: { points: 10, duration: 600 },
  code: { points: 20, duration: 600 },
  mail: { points: 5, duration: 900 },
  captcha: { points: 60, duration: 300 },
  order: { points: 30, duration: 600 },
  quote: { points: 240, duration: 60 },
  write: { points: 60, duration: 60 },
  read: { points: 600, duration: 60 },
};

/** A household of IPv6 has a whole /64, so counting single addresses would count nobody. */
export function limitKey(key: string): string {
  if (!isIPv6(key)) return key;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(key);
  if (mapped) return mapped[1] ?? key;
  const [head = '', tail] = (key.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(missing).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

function refuse(result: unknown): never {
  if (!(result instanceof RateLimiterRes)) throw result;
  throw new ServiceError(429, 'too_many', { retryAfterSeconds: (result.msBeforeNext ?? 1000) / 1000 });
}

/** Counters in memory for a single server, in PostgreSQL where several copies must count together. */
export async function createLimits(pool?: Pool): Promise<Limits> {
  const limiters = new Map<LimitName, RateLimiterAbstract>();
  for (const [name, share] of Object.entries(shares) as [LimitName, (typeof shares)[LimitName]][]) {
    if (!pool) {
      limiters.set(name, new RateLimiterMemory({ keyPrefix: name, ...share }));
      continue;
    }
    // Reads are limited per copy: a row written for each read would cost more than the read.
    const memory = new RateLimiterMemory({ keyPrefix: name, ...share });
    const shared = name !== 'read' && name !== 'quote';
    limiters.set(
      name,
      shared
        ? new RateLimiterPostgres({
            storeClient: pool,
            storeType: 'pool',
            keyPrefix: name,
            tableName: 'rate_limit',
            tableCreated: true,
            insuranceLimiter: memory,
            ...share,
          })
        : memory,
    );
  }
  return {
    async take(name, key) {
      await limiters.get(name)?.consume(limitKey(key).slice(0, 200)).catch(refuse);
    },
  };
}

/** For tests of other things. */
export const unlimited: Limits = { take: async () => undefined };
