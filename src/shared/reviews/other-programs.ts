import { replayEach } from '#shared/accounts/equity-curve.ts';
import type { AccountEvent } from '#shared/accounts/events.ts';
import { findMaxContracts } from '#shared/accounts/rules/contract-steps.ts';
import type { AccountRules } from '#shared/accounts/rules/types.ts';
import type { BreachRule } from '#shared/accounts/state.ts';
import { contractsIn } from '#shared/accounts/view-account.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';

export type Candidate = { readonly program: string; readonly size: string; readonly rules: AccountRules };

/** How the same fills would have ended under a program's rules. */
export type ProgramReplay = {
  readonly program: string;
  readonly size: string;
  /** Number of attempts; resets separate them. */
  readonly attempts: number;
  readonly passed: number;
  readonly breached: number;
  readonly firstBreach: { readonly rule: BreachRule; readonly day: TradingDay } | null;
  /** Days that a soft daily limit would have locked. Trades after the lock still count in this replay. */
  readonly lockedDays: number;
  /** Fills after which the position would have been above the contract limit. */
  readonly fillsOverLimit: number;
};

/** Replays the events under a program's rules. Trades the account missed because it had ended remain unknown. */
export function replayUnder({ program, size, rules }: Candidate, events: readonly AccountEvent[]): ProgramReplay {
  const attempts = splitAttempts(events);
  const ends = attempts.map((attempt) => replayAttempt(rules, attempt));
  const sum = (count: (end: AttemptOutcome) => number) => ends.reduce((total, end) => total + count(end), 0);
  return {
    program,
    size,
    attempts: attempts.length,
    passed: sum(({ passed }) => (passed ? 1 : 0)),
    breached: sum(({ breach }) => (breach ? 1 : 0)),
    firstBreach: ends.find(({ breach }) => breach !== null)?.breach ?? null,
    lockedDays: sum(({ lockedDays }) => lockedDays),
    fillsOverLimit: sum(({ fillsOverLimit }) => fillsOverLimit),
  };
}

type AttemptOutcome = Pick<ProgramReplay, 'lockedDays' | 'fillsOverLimit'> & {
  readonly passed: boolean;
  readonly breach: ProgramReplay['firstBreach'];
};

function replayAttempt(rules: AccountRules, events: readonly AccountEvent[]): AttemptOutcome {
  const locked = new Set<TradingDay>();
  let fillsOverLimit = 0;
  for (const { event, state } of replayEach(rules, events)) {
    const day = state.days.at(-1)?.day;
    if (state.status === 'locked' && day !== undefined) locked.add(day);
    if (event.type === 'fill' && contractsIn(state.positions) > findMaxContracts(rules, state)) fillsOverLimit += 1;
    const { status, breach } = state;
    const end = { lockedDays: locked.size, fillsOverLimit };
    if (breach !== null) return { ...end, passed: false, breach: { rule: breach.rule, day: breach.day } };
    if (status === 'passed') return { ...end, passed: true, breach: null };
  }
  return { lockedDays: locked.size, fillsOverLimit, passed: false, breach: null };
}

/** Splits events at resets. A part without fills isn't an attempt. */
function splitAttempts(events: readonly AccountEvent[]): readonly (readonly AccountEvent[])[] {
  const attempts: AccountEvent[][] = [[]];
  for (const event of events) {
    if (event.type === 'reset') attempts.push([]);
    else attempts.at(-1)?.push(event);
  }
  return attempts.filter((attempt) => attempt.some(({ type }) => type === 'fill'));
}
