import { replay } from '../../../domain/account/engine.ts';
import type { AccountEvent, Fill } from '../../../domain/account/events.ts';
import type { AccountState, Position } from '../../../domain/account/state.ts';
import { sessionCloseAt } from '../../../domain/calendar/trading-day.ts';
import type { AccountRules } from '../../../domain/rules/types.ts';
import { nextEvents } from '../../../domain/simulated-trader/next-events.ts';
import type { TapeState } from '../../../domain/simulated-trader/trader-state.ts';
import type { DeliveredEvent } from '../../ports/platform/platform.ts';

/** A tape that slept longer than this goes on from its last minutes and does not make up for the pause. */
const longestCatchUpMs = 10 * 60_000;
/** Shorter than a trader would rest: somebody who looks at a demo should see it move. */
const longestRestMs = 30_000;

export type Simulation = {
  readonly tape: TapeState;
  /** How many events the tape has given so far: they number the source ids. */
  readonly issued: number;
};

type Played = { readonly tape: TapeState; readonly events: readonly AccountEvent[] };

export type Simulated = Simulation & { readonly delivered: readonly DeliveredEvent[] };

/**
 * Plays a tape until a moment. A pause is not made up for: the tape goes on from its last minutes. One that nobody
 * watches any more only ends the trade that is open.
 */
export function simulate(
  rules: AccountRules,
  state: AccountState,
  from: Simulation,
  untilMs: number,
  isWatched: boolean,
): Simulated {
  const played = isWatched ? playUntil(from.tape, untilMs) : endTrade(from.tape, untilMs);
  return settle(rules, state, from.issued, played);
}

/**
 * What a platform makes of a played tape: when the rules stop the account, it closes what is open at the last price,
 * and nothing more is traded that day, or ever.
 */
export function settle(rules: AccountRules, state: AccountState, issued: number, played: Played): Simulated {
  if (isFinal(state)) return { tape: endTape(played.tape), issued, delivered: [] };
  const events: AccountEvent[] = [];
  let current = state;
  let { tape } = played;
  for (const event of played.events) {
    const wasActive = current.status === 'active';
    current = replay(rules, [event], current);
    events.push(event);
    if (!wasActive || current.status === 'active') continue;
    events.push(...liquidate(current.positions, event));
    tape = isFinal(current) ? endTape(tape) : restUntilClose(tape, current);
    break;
  }
  const delivered = events.map((event, index) => ({ sourceId: sourceIdOf(issued + index), event }));
  return { tape, issued: issued + events.length, delivered };
}

function isFinal({ status }: AccountState): boolean {
  return status === 'passed' || status === 'breached';
}

/** Ids sort as the tape gave them, which decides between events of one millisecond. */
function sourceIdOf(number: number): string {
  return `tape-${String(number).padStart(9, '0')}`;
}

function playUntil(from: TapeState, untilMs: number): Played {
  const resumeAt = untilMs - longestCatchUpMs;
  // A trade that was open when the tape fell asleep ends at its own time; only then is the pause left out.
  const woken = playTurns(from, resumeAt, (tape) => tape.trade !== null);
  const tape = woken.tape.nextAt < resumeAt ? { ...woken.tape, nextAt: resumeAt } : woken.tape;
  const rest = playTurns(tape, untilMs, () => true);
  return { tape: rest.tape, events: [...woken.events, ...rest.events] };
}

/** Plays an open trade, as far as it goes by that moment, and opens no other. */
function endTrade(from: TapeState, untilMs: number): Played {
  return playTurns(from, untilMs, (tape) => tape.trade !== null);
}

/** Turn by turn, so that the same things happen however long the steps are. */
function playTurns(from: TapeState, untilMs: number, goesOn: (tape: TapeState) => boolean): Played {
  const events: AccountEvent[] = [];
  let tape = from;
  while (!tape.ended && tape.nextAt <= untilMs && goesOn(tape)) {
    const turn = nextEvents(tape, tape.nextAt);
    events.push(...turn.events);
    const hasClosed = tape.trade !== null && turn.tapeState.trade === null;
    const restsUntil = hasClosed ? Math.min(turn.tapeState.nextAt, tape.nextAt + longestRestMs) : turn.tapeState.nextAt;
    tape = { ...turn.tapeState, nextAt: restsUntil };
  }
  return { tape, events };
}

function liquidate(positions: readonly Position[], last: AccountEvent): Fill[] {
  return positions.map(({ instrument, quantity, lastPriceTicks }) => ({
    type: 'fill',
    at: last.at,
    instrument,
    side: quantity > 0 ? 'sell' : 'buy',
    quantity: Math.abs(quantity),
    priceTicks: lastPriceTicks,
    feeCents: 0,
  }));
}

function endTape(tape: TapeState): TapeState {
  return { ...tape, trade: null, ended: true };
}

/** The tape may have been played past that close already; then it goes on in its new day. */
function restUntilClose(tape: TapeState, state: AccountState): TapeState {
  const lockedDay = state.days.at(-1)?.day;
  const closesAt = lockedDay === undefined ? tape.dayClosesAt : sessionCloseAt(lockedDay);
  return { ...tape, trade: null, nextAt: Math.max(tape.nextAt, closesAt) };
}
