import { createHmac } from 'node:crypto';
import { remember } from '#lib/remember.ts';
import {
  createMarket,
  type DayKey,
  type DayKeys,
  frameNumberAt,
  type Market,
  simulatedHours,
} from '#shared/trading/index.ts';
import type { Deps } from './deps.ts';

/** The market's time: the database's, which all copies share, or up to a round trip before it. */
export function marketTime({ clock, clockSkew }: Pick<Deps, 'clock' | 'clockSkew'>): number {
  return clock().getTime() - clockSkew.aheadMs;
}

/** Waits, for a round trip to the database at most, until this copy is at the newest frame that another may show. */
export async function awaitNewestFrame(deps: Pick<Deps, 'clock' | 'clockSkew' | 'wait'>): Promise<void> {
  const [now, { roundTripMs }] = [marketTime(deps), deps.clockSkew];
  if (frameNumberAt(now) < frameNumberAt(now + roundTripMs)) await deps.wait(roundTripMs);
}

const keptDays = 64;
const markets = new WeakMap<Buffer, Market>();

/** The simulated platform's market. Without its key nobody can compute a price. */
export function getMarket({ marketKey }: Pick<Deps, 'marketKey'>): Market {
  const cached = markets.get(marketKey);
  if (cached) return cached;
  const market = createMarket(deriveDayKeys(marketKey), simulatedHours);
  markets.set(marketKey, market);
  return market;
}

/** A key per day, HMAC-SHA-256 of its date: none of them says anything about another or about the market's key. */
export function deriveDayKeys(marketKey: Uint8Array): DayKeys {
  const days = new Map<string, DayKey>();
  return (day) =>
    remember(days, day, keptDays, () =>
      Uint8Array.from(createHmac('sha256', marketKey).update(`market day ${day}`).digest()),
    );
}
