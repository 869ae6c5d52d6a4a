import { replay } from '#shared/accounts/engine.ts';
import { exceedsContractLimit } from '#shared/accounts/max-contracts.ts';
import type { AccountEvent, AccountRules, AccountState } from '#shared/accounts/model.ts';
import { findMaxContracts } from '#shared/accounts/rules/contract-steps.ts';
import { closePositions } from '#shared/accounts/simulated-trader/close-positions.ts';
import { nextEvents } from '#shared/accounts/simulated-trader/next-events.ts';
import type { TraderState } from '#shared/accounts/simulated-trader/trader-state.ts';
import { sessionCloseAt } from '#shared/exchange/trading-day.ts';
import type { Market } from '#shared/trading/index.ts';
import type { DeliveredEvent } from '../ports/platform/platform.ts';

/** After a longer pause, a trader only continues from these last minutes. */
const maxCatchUpMs = 10 * 60_000;
/** Shorter than real traders rest, so that a demo keeps moving. */
const maxRestMs = 30_000;

export type Simulation = {
  readonly trader: TraderState;
  /** Number of events emitted so far, used for source ids. */
  readonly issued: number;
};

type TraderTurns = { readonly trader: TraderState; readonly events: readonly AccountEvent[] };

export type SimulationResult = Simulation & { readonly delivered: readonly DeliveredEvent[] };

/**
 * Runs a trader until a time. Long pauses are skipped, except for the last minutes. A trader nobody watches only
 * finishes its open trade.
 */
export function simulate(
  market: Market,
  rules: AccountRules,
  state: AccountState,
  from: Simulation,
  untilMs: number,
  isWatched: boolean,
): SimulationResult {
  const played = isWatched ? playUntil(market, from.trader, untilMs) : endTrade(market, from.trader, untilMs);
  return settle(market, rules, state, from.issued, played);
}

/**
 * The platform's reaction to a trader's events: once the rules stop the account, it closes positions at once, and
 * trading ends for the day or for good.
 */
export function settle(
  market: Market,
  rules: AccountRules,
  state: AccountState,
  issued: number,
  played: TraderTurns,
): SimulationResult {
  if (isFinal(state)) return { trader: endTrader(played.trader), issued, delivered: [] };
  const events: AccountEvent[] = [];
  let current = state;
  let { trader } = played;
  for (const event of played.events) {
    const wasActive = current.status === 'active';
    const next = replay(rules, [event], current);
    // The platform rejects orders above the limit, except those that reduce a position.
    if (exceedsContractLimit(findMaxContracts(rules, next), current.positions, next.positions)) continue;
    current = next;
    events.push(event);
    if (!wasActive || current.status === 'active') continue;
    events.push(...closePositions(market, current.positions, event.at));
    trader = isFinal(current) ? endTrader(trader) : restUntilClose(trader, current);
    break;
  }
  return { trader, issued: issued + events.length, delivered: withSourceIds(issued, events) };
}

/** Closes open positions at the platform's request. */
export function flatten(
  market: Market,
  state: AccountState,
  { trader, issued }: Simulation,
  at: number,
): SimulationResult {
  const fills = closePositions(market, state.positions, at);
  const delivered = withSourceIds(issued, fills);
  const resting = isFinal(state) ? endTrader(trader) : restUntilClose(trader, state);
  return { trader: resting, issued: issued + fills.length, delivered };
}

function isFinal({ status }: AccountState): boolean {
  return status === 'passed' || status === 'breached';
}

export function withSourceIds(from: number, events: readonly AccountEvent[]): DeliveredEvent[] {
  return events.map((event, index) => ({ sourceId: sourceIdOf(from + index), event }));
}

/** Of events that no person caused. */
export const sourcePrefix = 'simulated-';

/** Ids sort in the trader's order, which decides between events of the same millisecond. */
function sourceIdOf(number: number): string {
  return `${sourcePrefix}${String(number).padStart(9, '0')}`;
}

/** Whether a simulated trader caused an event, rather than the account's owner. */
export const isOfSimulatedTrader = ({ sourceId }: { readonly sourceId: string }) => sourceId.startsWith(sourcePrefix);

function playUntil(market: Market, from: TraderState, untilMs: number): TraderTurns {
  const resumeAt = untilMs - maxCatchUpMs;
  // A trade that was open before the pause ends at its own time; only then is the pause skipped.
  const finished = playTurns(market, from, resumeAt, (trader) => trader.trade !== null);
  const trader = finished.trader.nextAt < resumeAt ? { ...finished.trader, nextAt: resumeAt } : finished.trader;
  const recent = playTurns(market, trader, untilMs, () => true);
  return { trader: recent.trader, events: [...finished.events, ...recent.events] };
}

/** Continues an open trade up to that time, but opens no new one. */
function endTrade(market: Market, from: TraderState, untilMs: number): TraderTurns {
  return playTurns(market, from, untilMs, (trader) => trader.trade !== null);
}

/** Runs turn by turn, so that the result doesn't depend on how often it is called. */
function playTurns(
  market: Market,
  from: TraderState,
  untilMs: number,
  shouldContinue: (trader: TraderState) => boolean,
): TraderTurns {
  const events: AccountEvent[] = [];
  let trader = from;
  while (!trader.ended && trader.nextAt <= untilMs && shouldContinue(trader)) {
    const turn = nextEvents(market, trader, trader.nextAt);
    events.push(...turn.events);
    const hasClosed = trader.trade !== null && turn.traderState.trade === null;
    const restsUntil = hasClosed
      ? Math.min(turn.traderState.nextAt, trader.nextAt + maxRestMs)
      : turn.traderState.nextAt;
    trader = { ...turn.traderState, nextAt: restsUntil };
  }
  return { trader, events };
}

function endTrader(trader: TraderState): TraderState {
  return { ...trader, trade: null, ended: true };
}

/** Rests until the close of the locked day. A trader that has already run past it continues in its new day. */
function restUntilClose(trader: TraderState, state: AccountState): TraderState {
  const lockedDay = state.days.at(-1)?.day;
  const closesAt = lockedDay === undefined ? trader.dayClosesAt : sessionCloseAt(lockedDay);
  return { ...trader, trade: null, nextAt: Math.max(trader.nextAt, closesAt) };
}
