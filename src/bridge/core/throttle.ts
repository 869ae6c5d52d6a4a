import { hourMs } from '#lib/durations.ts';
import type { Clock } from './clock.ts';

/** The platform asked us to wait longer than a request of the site may take. */
export class Silenced extends Error {
  readonly until: number;

  constructor(until: number, reason: string) {
    super(`${reason}: no request before ${new Date(until).toISOString()}`);
    this.until = until;
  }
}

/** Keeps within a platform's requests per hour, and silent for as long as it demands. */
export function createThrottle(clock: Clock, { perHour }: { readonly perHour: number }) {
  let times: number[] = [];
  let silentUntil = 0;
  let reason = '';
  return {
    /** @throws {Silenced} while nothing may be sent */
    take(): void {
      const now = clock.now();
      if (now < silentUntil) throw new Silenced(silentUntil, reason);
      times = times.filter((at) => at > now - hourMs);
      const [oldest = now] = times;
      if (times.length >= perHour) throw new Silenced(oldest + hourMs, 'the hour’s requests are used up');
      times.push(now);
    },
    silence(ms: number, why: string): Silenced {
      silentUntil = Math.max(silentUntil, clock.now() + ms);
      reason = why;
      return new Silenced(silentUntil, why);
    },
    used: () => times.length,
  };
}

export type Throttle = ReturnType<typeof createThrottle>;
