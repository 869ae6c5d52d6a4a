import { hourMs, minuteMs } from '#lib/durations.ts';
import { Pending } from './adapter.ts';
import type { Clock } from './clock.ts';

/** The platform asked us to wait longer than a request of the site may take. */
export class Silenced extends Error {
  readonly until: number;

  constructor(until: number, reason: string) {
    super(`${reason}: no request before ${new Date(until).toISOString()}`);
    this.until = until;
  }
}

/** While the platform demands silence, what the site asked for waits. */
export const pendWhileSilenced = <Value>(work: Promise<Value>): Promise<Value> =>
  work.catch((error: unknown) => {
    throw error instanceof Silenced ? new Pending(error.message, 'vendor-limit', error.until) : error;
  });

/** Locks, and what tells whether they hold, have a share of the hour to themselves, and some tries even in a silence. */
const urgentShare = 0.1;
const urgentPerMinute = 10;

/** Keeps within a platform's requests per hour, and silent for as long as it demands. */
export function createThrottle(clock: Clock, { perHour }: { readonly perHour: number }) {
  let times: number[] = [];
  let [silentSince, silentUntil] = [0, 0];
  let reason = '';

  function requireSpoken(now: number, isUrgent: boolean): void {
    if (now >= silentUntil) return;
    const tenth = times.filter((at) => at > silentSince).at(-urgentPerMinute) ?? 0;
    if (!isUrgent || tenth > now - minuteMs) throw new Silenced(silentUntil, reason);
  }

  return {
    /** @throws {Silenced} while nothing may be sent */
    take(isUrgent = false): void {
      const now = clock.now();
      times = times.filter((at) => at > now - hourMs);
      requireSpoken(now, isUrgent);
      const [oldest = now] = times;
      if (times.length >= perHour * (isUrgent ? 1 : 1 - urgentShare))
        throw new Silenced(oldest + hourMs, 'the hour’s requests are used up');
      times.push(now);
    },
    silence(ms: number, why: string): Silenced {
      if (clock.now() >= silentUntil) silentSince = clock.now();
      silentUntil = Math.max(silentUntil, clock.now() + ms);
      reason = why;
      return new Silenced(silentUntil, why);
    },
    /** Why nothing may be sent now, for an operator. */
    problem: () => (clock.now() < silentUntil ? new Silenced(silentUntil, reason).message : undefined),
    used: () => times.length,
  };
}
