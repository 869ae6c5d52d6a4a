import { replayEach } from '#shared/accounts/equity-curve.ts';
import type { AccountEvent, AccountRules } from '#shared/accounts/model.ts';
import { findMaxContracts } from '#shared/accounts/rules/contract-steps.ts';
import { contractsIn } from '#shared/accounts/view-account.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import type { ReviewReport } from './shape.ts';

export type Candidate = { readonly program: string; readonly size: string; readonly rules: AccountRules };
type ProgramReplay = ReviewReport['programs'][number];

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

type AttemptOutcome = ReturnType<typeof replayAttempt>;

function replayAttempt(rules: AccountRules, events: readonly AccountEvent[]) {
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
