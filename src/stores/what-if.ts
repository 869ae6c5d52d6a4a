import { atom, computed } from 'nanostores';
import { objectivesOf } from '../domain/account/objectives.ts';
import { getTradingDay } from '../domain/calendar/trading-day.ts';
import type { AccountRules } from '../domain/rules/types.ts';
import { runSketchedDays, type SketchedDay } from '../domain/what-if/run-days.ts';

export type TryoutProgramme = {
  readonly id: string;
  readonly name: string;
  readonly href: string;
  readonly rules: AccountRules;
};

/** Any Monday with full weeks behind it: what is drawn has no date. */
const firstDay = getTradingDay('2026-10-05');
const firstPath: SketchedDay = [150, -200, 250, 600, 400, 350];
const hoursBeforeFirstMark = 10;
export const mostDays = 20;

function judge(programme: TryoutProgramme, days: readonly SketchedDay[]) {
  const { rules } = programme;
  const run = runSketchedDays(rules, firstDay, days);
  const { state } = run;
  const floorCents = state.floorCents ?? state.dailyFloorCents;
  return {
    ...programme,
    ...run,
    floorCents,
    roomCents: floorCents === null ? null : Math.max(0, state.equityCents - floorCents),
    profitCents: state.balanceCents - rules.startingBalanceCents,
    days: state.days.length,
    objectives: objectivesOf(rules, state),
  };
}

export type TryoutOutcome = ReturnType<typeof judge>;

/** A day drawn by hand, the days before it, and what each programme's rules make of them. */
export function createTryout(programmes: readonly TryoutProgramme[]) {
  const $path = atom<SketchedDay>(firstPath);
  const $past = atom<readonly SketchedDay[]>([]);
  const $outcomes = computed([$path, $past], (path, past) => programmes.map((each) => judge(each, [...past, path])));
  const $isOver = computed(
    [$outcomes, $past],
    (outcomes, past) =>
      past.length + 1 >= mostDays ||
      outcomes.every(({ state }) => state.status === 'breached' || state.status === 'passed'),
  );
  return {
    $path,
    $past,
    $outcomes,
    $isOver,
    /** The furthest a day can be drawn, in dollars: beyond the widest floor, so that every rule can be met. */
    furthest: furthestOf(programmes),
    hourOf: (index: number) => hoursBeforeFirstMark + index,
    setPoint(index: number, dollars: number): void {
      $path.set($path.get().with(index, dollars));
    },
    /** The day is traded; the next one begins with the same drawing. */
    nextDay(): void {
      if (!$isOver.get()) $past.set([...$past.get(), $path.get()]);
    },
    startOver(): void {
      $past.set([]);
      $path.set(firstPath);
    },
  };
}

export type Tryout = ReturnType<typeof createTryout>;

function furthestOf(programmes: readonly TryoutProgramme[]): number {
  const limits = programmes.flatMap(({ rules: { drawdown, dailyLoss } }) => [
    drawdown.mode === 'none' ? 0 : drawdown.maxLossCents,
    dailyLoss.mode === 'none' ? 0 : dailyLoss.limitCents,
  ]);
  return Math.ceil((Math.max(...limits) * 1.2) / 50_000) * 500;
}
