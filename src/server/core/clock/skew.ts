import { sql } from 'kysely';
import type { Deps } from '../deps.ts';

/** Codes are valid for half a minute and tell the order of events; other copies and the database must agree. */
const maxSkewMs = 2_000;
const slowMs = 50;

/** A code can't be judged: this server's clock and the database's differ. */
export class WrongClockError extends Error {
  constructor() {
    super('the clock is wrong');
  }
}

type Measured = Pick<Deps, 'checkDb' | 'clock' | 'clockSkew' | 'env'>;

/** Compares the clock with the database's, which all copies share. The embedded database has this server's clock. */
export async function measureClock({ checkDb, clock, clockSkew, env }: Measured): Promise<void> {
  if (!env.databaseUrl) return;
  const before = clock().getTime();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(checkDb);
  const after = clock().getTime();
  const now = rows[0]?.now.getTime() ?? before;
  // The database read its clock at some moment between the two.
  clockSkew.ms = now < before ? before - now : Math.max(0, now - after);
  // Each is cut to whole milliseconds, which may hide one.
  const [aheadMs, roundTripMs] = [after + 1 - now, after + 2 - before];
  // A slow answer says less than a quicker one before that it agrees with.
  const agrees = aheadMs >= clockSkew.aheadMs - clockSkew.roundTripMs && aheadMs - roundTripMs <= clockSkew.aheadMs;
  if (roundTripMs <= Math.max(slowMs, clockSkew.roundTripMs) || !agrees || clockSkew.roundTripMs === 0)
    Object.assign(clockSkew, { aheadMs, roundTripMs });
}

export function isClockRight({ clockSkew }: Pick<Deps, 'clockSkew'>): boolean {
  return clockSkew.ms <= maxSkewMs;
}

/** For operators. */
export function describeSkew({ ms }: Deps['clockSkew']): string {
  return `This server's clock and the database's differ by ${Math.round(ms / 100) / 10} seconds: it takes no codes until they agree. Set both by NTP.`;
}

/** @throws {WrongClockError} if codes and their lifetimes can't be judged */
export function requireRightClock(deps: Pick<Deps, 'clockSkew'>): void {
  if (!isClockRight(deps)) throw new WrongClockError();
}
