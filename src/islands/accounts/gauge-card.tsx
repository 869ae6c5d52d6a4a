import { isOver } from '../../domain/account/lifecycle.ts';
import { isTrailing } from '../../domain/drawdown/registry.ts';
import { instruments, tickCents } from '../../domain/instrument/instruments.ts';
import { formatMoney, formatSigned } from '../../domain/money/format.ts';
import { formatLocale } from '../../lib/format-locale.ts';
import { Card } from '../../ui/card.tsx';
import { DrawdownGauge, type GaugeRow } from '../../ui/drawdown-gauge.tsx';
import type { CardProps } from './types.ts';

const ticksPerPoint = 1 / instruments.ES.tickSize;

export function GaugeCard(props: CardProps) {
  const { view } = props.account;
  return (
    <Card as="section" aria-label={props.strings.gauge_title}>
      <DrawdownGauge
        title={props.strings.gauge_title}
        startCents={view.startingBalanceCents}
        equityCents={view.equityCents}
        floorCents={view.nearestFloorCents}
        highWaterMarkCents={trails(props) ? view.highWaterMarkCents : null}
        rows={rowsOf(props)}
      />
    </Card>
  );
}

/** Only trailing floors have a high-water mark. */
function trails({ account: { drawdownMode } }: CardProps): boolean {
  return isTrailing(drawdownMode);
}

/** How far the market may move against this many minis, in the instrument's points. */
function pointsNote(remainingCents: number, { account, t, locale }: CardProps): string {
  const count = account.view.contractsInUse || 1;
  const points = remainingCents / (tickCents('ES', count) * ticksPerPoint);
  return t('gauge_points', {
    points: points.toLocaleString(formatLocale(locale), { maximumFractionDigits: 1 }),
    count,
  });
}

function rowsOf(props: CardProps): GaugeRow[] {
  const { account, strings, locale } = props;
  const { view } = account;
  const money = (cents: number) => formatMoney(cents, locale);
  const rows = roomRows(props);
  if (trails(props)) {
    const atCents = view.highWaterMarkCents;
    rows.unshift({ key: 'mark', atCents, label: strings.gauge_mark, value: money(atCents) });
  }
  if (view.untilLockCents !== null && !isOver(account.stage)) {
    const between = view.floorCents === null ? view.equityCents : (view.equityCents + view.floorCents) / 2;
    const value = formatSigned(view.untilLockCents, locale);
    rows.push({ key: 'lock', atCents: between, label: strings.gauge_lock, value });
  }
  if (view.nearestFloorCents !== null) {
    const isDaily = view.floorCents === null || view.nearestFloorCents > view.floorCents;
    rows.push({
      key: 'floor',
      atCents: view.nearestFloorCents,
      label: isDaily ? strings.gauge_daily_floor : strings.gauge_floor,
      value: money(view.nearestFloorCents),
      note: view.floorLocked ? strings.gauge_locked : strings[`gauge_floor_${account.drawdownMode}`],
      tone: 'floor',
    });
  }
  return rows;
}

function roomRows(props: CardProps): GaugeRow[] {
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
    label: roomLabel(props, remainingDrawdownCents !== null && same),
    value: money(remainingDailyDrawdownCents),
    note: roomNote(remainingDailyDrawdownCents, props),
    tone: isBreached ? 'breach' : 'main',
  };
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

function roomLabel({ account, strings }: CardProps, isWhole: boolean): string {
  if (isOver(account.stage) && account.stage !== 'breached') return strings.gauge_remaining_end;
  return isWhole ? strings.gauge_remaining : strings.gauge_remaining_today;
}

function roomNote(remainingCents: number, props: CardProps): string {
  const { account, strings } = props;
  if (account.stage === 'breached') return strings.breach_gone;
  if (isOver(account.stage)) return strings.gauge_over;
  return account.view.status === 'locked' ? strings.phase_locked : pointsNote(remainingCents, props);
}
