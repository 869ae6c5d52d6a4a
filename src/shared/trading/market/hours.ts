import { findTradingSession, listTradingSessions, type TradingSession } from '#shared/exchange/group-sessions.ts';
import { type InstrumentCode, instruments } from '#shared/exchange/instruments.ts';

/** `always` trades around the clock, even while the exchange is closed; `exchange` only in its sessions. */
export type TradingHours = 'always' | 'exchange';

/** The hours of the simulated platform's market and its traders. Always open, so that it can be tried on weekends. */
export const simulatedHours: TradingHours = 'always';

export function isMarketOpen(hours: TradingHours, instrument: InstrumentCode, atMs: number): boolean {
  return hours === 'always' || findTradingSession(instruments[instrument].session, atMs) !== null;
}

/** When the instrument trades between two times, in order. */
export function listOpenSpans(
  hours: TradingHours,
  instrument: InstrumentCode,
  fromMs: number,
  toMs: number,
): readonly TradingSession[] {
  if (hours === 'always') return fromMs < toMs ? [{ opensAt: fromMs, closesAt: toMs }] : [];
  return listTradingSessions(instruments[instrument].session, fromMs, toMs);
}
