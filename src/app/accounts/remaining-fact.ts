import { formatLocale } from '#lib/format-locale.ts';
import { formatFigure } from '#lib/money/format.ts';
import { isOver } from '#shared/accounts/lifecycle.ts';
import { findPointsToFloor } from '#shared/accounts/points-to-floor.ts';
import { isInstrument } from '#shared/exchange/instruments.ts';
import type { AccountTexts, CardProps } from './texts.ts';

type Account = CardProps['account'];

/** While nothing is held, the room is shown in points of this. */
const oneContract = { instrument: 'ES', quantity: 1 } as const;

/** The first figure of an account: the room left down to the nearest floor or, without a floor, the equity. */
export function remainingFact(account: Account, texts: AccountTexts) {
  const { strings, t, locale } = texts;
  const { stage, view } = account;
  const { remainingDailyDrawdownCents: remainingCents, remainingDrawdownCents: wholeCents, status } = view;
  const money = (cents: number) => formatFigure(cents, locale);
  const isBreach = stage === 'breached';
  if (remainingCents === null) {
    return { label: strings.gauge_equity, value: money(view.equityCents), note: strings.fact_no_floor, isBreach };
  }
  const isWhole = wholeCents !== null && wholeCents === remainingCents;
  const label =
    isOver(stage) && !isBreach
      ? strings.gauge_remaining_end
      : isWhole || isBreach
        ? strings.gauge_remaining
        : strings.gauge_remaining_today;
  const note = isBreach
    ? strings.breach_gone
    : isOver(stage)
      ? strings.gauge_over
      : status === 'locked'
        ? strings.phase_locked
        : wholeCents === null || isWhole
          ? pointsNote(account, remainingCents, texts)
          : t('fact_room_whole', { amount: money(wholeCents) });
  return { label, value: money(remainingCents), note, isBreach };
}

/** How far the market may move against the open positions or, without any, against one contract. */
function pointsNote({ view }: Account, remainingCents: number, { t, locale }: AccountTexts): string {
  const format = (points: number) =>
    points.toLocaleString(formatLocale(locale), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const open = view.positions.flatMap(({ instrument, quantity }) =>
    isInstrument(instrument) ? [{ instrument, quantity }] : [],
  );
  const found = findPointsToFloor(open.length === 0 ? [oneContract] : open, remainingCents);
  if (open.length === 0) return t('gauge_points_flat', { points: format(found?.points ?? 0) });
  const contracts = open.map(({ instrument, quantity }) => `${Math.abs(quantity)}\u00a0${instrument}`);
  const positions = new Intl.ListFormat(formatLocale(locale)).format(contracts);
  if (found === null) return t('gauge_positions', { positions });
  return t('gauge_points', { points: format(found.points), market: found.instrument, positions });
}
