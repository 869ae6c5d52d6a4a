import { formatFigure } from '#lib/money/format.ts';
import { isTrailing } from '#shared/accounts/drawdown/registry.ts';
import { isOver } from '#shared/accounts/lifecycle.ts';
import type { ChartLevel } from '#ui/chart-levels.tsx';
import type { AccountTexts, CardProps } from './texts.ts';

type LevelProps = CardProps & AccountTexts;

/** The named heights of the account's chart, the highest first where their values allow it. */
export function levelsOf(props: LevelProps): ChartLevel[] {
  const { account, strings, locale } = props;
  const { view, drawdownMode, stage } = account;
  const { equityCents, floorCents, untilLockCents, nearestFloorCents, highWaterMarkCents } = view;
  const money = (cents: number) => formatFigure(cents, locale);
  const equity = stage === 'breached' ? strings.gauge_equity_breach : strings.gauge_equity;
  const levels: ChartLevel[] = [{ key: 'equity', atCents: equityCents, label: equity, value: money(equityCents) }];
  if (isTrailing(drawdownMode)) {
    const value = money(highWaterMarkCents);
    levels.push({ key: 'mark', atCents: highWaterMarkCents, label: strings.gauge_mark, value });
  }
  if (floorCents !== null && untilLockCents !== null && !isOver(stage)) {
    const atCents = floorCents + untilLockCents;
    levels.push({ key: 'lock', atCents, label: strings.gauge_lock, value: money(atCents), tone: 'soft' });
  }
  if (nearestFloorCents !== null) {
    const note = view.floorLocked ? strings.gauge_locked : strings[`gauge_floor_${drawdownMode}`];
    levels.push({
      key: 'floor',
      atCents: nearestFloorCents,
      label: floorLabel(props),
      value: money(nearestFloorCents),
      note: isOver(stage) ? undefined : note,
      tone: 'floor',
    });
  }
  return levels;
}

function floorLabel({ account: { stage, view }, strings }: LevelProps): string {
  const isDaily = view.floorCents === null || (view.nearestFloorCents ?? 0) > view.floorCents;
  if (stage === 'breached') return isDaily ? strings.gauge_daily_floor_breach : strings.gauge_floor_breach;
  if (isDaily) return strings.gauge_daily_floor;
  return isOver(stage) ? strings.gauge_floor_end : strings.gauge_floor;
}
