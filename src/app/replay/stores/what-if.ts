import { atom, computed } from 'nanostores';
import { findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import { objectivesOf } from '#shared/accounts/objectives.ts';
import { findDailyLimit } from '#shared/accounts/rules/daily-loss.ts';
import { getTradingDay } from '#shared/exchange/trading-day.ts';
import { runWhatIfDays, type WhatIfDay } from '#shared/replay/what-if.ts';

export type WhatIfProgram = {
  readonly id: string;
  readonly name: string;
  readonly href: string;
  readonly rules: AccountRules;
};

/** Any Monday followed by full weeks, because drawn days have no date. */
const firstDay = getTradingDay('2026-10-05');
const firstPath: WhatIfDay = [150, -200, 250, 600, 400, 350];
const hoursBeforeFirstMark = 10;
export const maxDays = 20;

function evaluate(program: WhatIfProgram, days: readonly WhatIfDay[]) {
  const { rules } = program;
  const run = runWhatIfDays(rules, firstDay, days);
  const { state } = run;
  const floorCents = state.floorCents ?? state.dailyFloorCents;
  return {
    ...program,
    ...run,
    floorCents,
    startFloorDollars: startFloorOf(program, days),
    remainingCents: floorCents === null ? null : Math.max(0, state.equityCents - floorCents),
    profitCents: state.balanceCents - rules.startingBalanceCents,
    days: state.days.length,
    objectives: objectivesOf(rules, state),
  };
}

/** The floor of the last day before it began, relative to that day's start; null once the account has ended. */
function startFloorOf({ rules }: WhatIfProgram, days: readonly WhatIfDay[]): number | null {
  const { state } = runWhatIfDays(rules, firstDay, days.slice(0, -1));
  const floorCents = state.floorCents ?? state.dailyFloorCents;
  if (floorCents !== null) return (floorCents - state.balanceCents) / 100;
  const limitCents = findDailyLimit(rules, state.balanceCents);
  return limitCents === null ? null : -limitCents / 100;
}

export type WhatIfOutcome = ReturnType<typeof evaluate>;

/** A drawn day, the days before it, and the outcome under each program's rules. */
export function createWhatIf(programs: readonly WhatIfProgram[]) {
  const $path = atom<WhatIfDay>(firstPath);
  const $past = atom<readonly WhatIfDay[]>([]);
  const $outcomes = computed([$path, $past], (path, past) => programs.map((each) => evaluate(each, [...past, path])));
  const $isOver = computed(
    [$outcomes, $past],
    (outcomes, past) =>
      past.length + 1 >= maxDays ||
      outcomes.every(({ state }) => state.status === 'breached' || state.status === 'passed'),
  );
  return {
    $path,
    $past,
    $outcomes,
    $isOver,
    /** The largest drawable result in dollars; it exceeds the widest floor, so that every rule can be hit. */
    furthest: furthestOf(programs),
    hourOf: (index: number) => hoursBeforeFirstMark + index,
    setPoint(index: number, dollars: number): void {
      $path.set($path.get().with(index, dollars));
    },
    /** Closes the day; the next one starts with the same drawing. */
    nextDay(): void {
      if (!$isOver.get()) $past.set([...$past.get(), $path.get()]);
    },
    startOver(): void {
      $past.set([]);
      $path.set(firstPath);
    },
  };
}

export type WhatIf = ReturnType<typeof createWhatIf>;

function furthestOf(programs: readonly WhatIfProgram[]): number {
  const limits = programs.flatMap(({ rules }) => [findMaxLoss(rules) ?? 0, findDailyLimit(rules) ?? 0]);
  return Math.ceil((Math.max(...limits) * 1.2) / 50_000) * 500;
}
