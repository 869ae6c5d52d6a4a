import { formatLocale } from '#lib/format-locale.ts';
import { formatMoney, formatSigned } from '#lib/money/format.ts';
import { isTrailing } from '#shared/accounts/drawdown/registry.ts';
import { isOver } from '#shared/accounts/lifecycle.ts';
import { findPointsToFloor } from '#shared/accounts/points-to-floor.ts';
import { instruments, isInstrument, tickCents } from '#shared/exchange/instruments.ts';
import { Card } from '#ui/card.tsx';
import { DrawdownGauge, type GaugeRow } from '#ui/drawdown-gauge.tsx';
import { type AccountTexts, useTexts } from './texts.ts';
import type { CardProps } from './types.ts';

const ticksPerPoint = 1 / instruments.ES.tickSize;

export function GaugeCard(props: CardProps) {
  const texts = useTexts();
  const { strings } = texts;
  const { view } = props.account;
  return (
    <Card as="section" aria-label={strings.gauge_title}>
      <DrawdownGauge
        title={strings.gauge_title}
        startCents={view.startingBalanceCents}
        equityCents={view.equityCents}
        floorCents={view.nearestFloorCents}
        highWaterMarkCents={isTrailingFloor(props) ? view.highWaterMarkCents : null}
        rows={rowsOf({ ...props, ...texts })}
      />
    </Card>
  );
}

type RowProps = CardProps & AccountTexts;

/** Only trailing floors have a high-water mark. */
function isTrailingFloor({ account: { drawdownMode } }: CardProps): boolean {
  return isTrailing(drawdownMode);
}

/** How far the market may move against the open positions or, without any, against one contract. */
function pointsNote(remainingCents: number, { account, t, locale }: RowProps): string {
  const format = (points: number) =>
    points.toLocaleString(formatLocale(locale), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const open = account.view.positions.flatMap(({ instrument, quantity }) =>
    isInstrument(instrument) ? [{ instrument, quantity }] : [],
  );
  if (open.length === 0) {
    return t('gauge_points_flat', { points: format(remainingCents / (tickCents('ES', 1) * ticksPerPoint)) });
  }
  const contracts = open.map(({ instrument, quantity }) => `${Math.abs(quantity)}\u00a0${instrument}`);
  const positions = new Intl.ListFormat(formatLocale(locale)).format(contracts);
  const found = findPointsToFloor(open, remainingCents);
  if (found === null) return t('gauge_positions', { positions });
  return t('gauge_points', { points: format(found.points), market: found.instrument, positions });
}

function rowsOf(props: RowProps): GaugeRow[] {
  const { account, strings, locale } = props;
  const { view } = account;
  const money = (cents: number) => formatMoney(cents, locale);
  const rows = remainingRows(props);
  if (isTrailingFloor(props)) {
    const atCents = view.highWaterMarkCents;
    rows.unshift({ key: 'mark', atCents, label: strings.gauge_mark, value: money(atCents) });
  }
  if (view.untilLockCents !== null && !isOver(account.stage)) {
    const between = view.floorCents === null ? view.equityCents : (view.equityCents + view.floorCents) / 2;
    const value = formatSigned(view.untilLockCents, locale);
    rows.push({ key: 'lock', atCents: between, label: strings.gauge_lock, value });
  }
  if (view.nearestFloorCents !== null) {
    rows.push({
      key: 'floor',
      atCents: view.nearestFloorCents,
      label: floorLabel(props),
      value: money(view.nearestFloorCents),
      note: isOver(account.stage)
        ? undefined
        : view.floorLocked
          ? strings.gauge_locked
          : strings[`gauge_floor_${account.drawdownMode}`],
      tone: 'floor',
    });
  }
  return rows;
}

function floorLabel({ account: { stage, view }, strings }: RowProps): string {
  const isDaily = view.floorCents === null || (view.nearestFloorCents ?? 0) > view.floorCents;
  if (stage === 'breached') return isDaily ? strings.gauge_daily_floor_breach : strings.gauge_floor_breach;
  if (isDaily) return strings.gauge_daily_floor;
  return isOver(stage) ? strings.gauge_floor_end : strings.gauge_floor;
}

function remainingRows(props: RowProps): GaugeRow[] {
  const { account, strings, locale } = props;
  const { remainingDailyDrawdownCents, remainingDrawdownCents, equityCents, status } = account.view;
  const money = (cents: number) => formatMoney(cents, locale);
  if (remainingDailyDrawdownCents === null) {
    return [
      { key: 'equity', atCents: equityCents, label: strings.gauge_equity, value: money(equityCents), tone: 'main' },
    ];
  }
  const isBreached = status === 'breached';
  const same = remainingDrawdownCents === null || remainingDrawdownCents === remainingDailyDrawdownCents;
  const main: GaugeRow = {
    key: 'room',
    atCents: equityCents,
    label: remainingLabel(props, remainingDrawdownCents !== null && same),
    value: money(remainingDailyDrawdownCents),
    note: remainingNote(remainingDailyDrawdownCents, props),
    tone: isBreached ? 'breach' : 'main',
  };
  // A gap can take equity past the floor, so the equity is shown beside the floor.
  if (isBreached) {
    return [
      main,
      { key: 'equity', atCents: equityCents, label: strings.gauge_equity_breach, value: money(equityCents) },
    ];
  }
  if (same) return [main];
  return [
    main,
    {
      key: 'room-in-all',
      atCents: equityCents,
      label: strings.gauge_remaining_in_all,
      value: money(remainingDrawdownCents),
    },
  ];
}

function remainingLabel({ account, strings }: RowProps, isWhole: boolean): string {
  if (isOver(account.stage) && account.stage !== 'breached') return strings.gauge_remaining_end;
  return isWhole ? strings.gauge_remaining : strings.gauge_remaining_today;
}

function remainingNote(remainingCents: number, props: RowProps): string {
  const { account, strings } = props;
  if (account.stage === 'breached') return strings.breach_gone;
  if (isOver(account.stage)) return strings.gauge_over;
  return account.view.status === 'locked' ? strings.phase_locked : pointsNote(remainingCents, props);
}
