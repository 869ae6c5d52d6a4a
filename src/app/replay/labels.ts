import { dayName } from '#i18n/performance-review.ts';
import { formatMoney } from '#lib/money/format.ts';
import type { AttemptEnd } from '#shared/replay/attempts.ts';
import type { OfferReplay } from '#shared/replay/replay-offer.ts';
import type { FillReplayTexts, NamedOffer } from './texts.ts';

type Language = Pick<FillReplayTexts, 't' | 'locale'>;

export function endText(end: AttemptEnd, { t, locale }: Language): string {
  const values = { date: dayName(end.day, locale), count: end.tradedDays };
  if (end.status === 'breached') return t(end.rule === 'max-loss' ? 'end_max_loss' : 'end_daily_loss', values);
  return t(end.status === 'passed' ? 'end_passed' : 'end_open', values);
}

const certaintyKeys = {
  certain: 'certain',
  'upper-bound': 'upperBound',
  either: 'either',
  uncertain: 'uncertain',
  'other-trading': 'otherTrading',
  incomplete: 'incomplete',
} as const;

export function certaintyWord({ certainty }: Pick<OfferReplay, 'certainty'>, { t }: Language): string {
  return t(certaintyKeys[certainty]);
}

/** The conditions of this account's verdict; empty if the word says it all. */
export function certaintyDetail(replay: OfferReplay, language: Language): string {
  const { t } = language;
  const { certainty, harshest, fillsOverLimit, lockedDays } = replay;
  if (certainty === 'either' && harshest !== null) {
    return t('either_text', { end: `${t(`status_${harshest.status}`)}, ${endText(harshest, language)}` });
  }
  if (certainty !== 'other-trading') return '';
  const reasons = [
    fillsOverLimit > 0 ? t('overLimit', { count: fillsOverLimit }) : '',
    lockedDays > 0 ? t('lockedDays', { count: lockedDays }) : '',
  ];
  return reasons.filter((reason) => reason !== '').join(' ');
}

/** Explains each certainty word in a list of verdicts once. */
export function certaintyLegend(
  replays: readonly OfferReplay[],
  { t }: Language,
): readonly { readonly word: string; readonly text: string }[] {
  const hasVerdict = (certainty: OfferReplay['certainty'], isBreached: boolean) =>
    replays.some((each) => each.certainty === certainty && (each.first.status === 'breached') === isBreached);
  const isIncomplete = replays.some(({ certainty }) => certainty === 'incomplete');
  const certain = [
    hasVerdict('certain', false) ? t('certain_text') : '',
    hasVerdict('certain', true) ? t('certain_breached_text') : '',
  ];
  return [
    { word: t('certain'), text: certain.filter((text) => text !== '').join(' ') },
    { word: t('upperBound'), text: hasVerdict('upper-bound', false) ? t('upperBound_text') : '' },
    { word: t('uncertain'), text: hasVerdict('uncertain', true) ? t('uncertain_text') : '' },
    { word: t('incomplete'), text: isIncomplete ? t('incomplete_text') : '' },
  ].filter(({ text }) => text !== '');
}

export function resetsText({ first, last, resets }: OfferReplay, { t, locale }: Language): string {
  if (resets === 0) return t(first.status === 'breached' ? 'resets_noneLeft' : 'resets_none');
  return t(`resets_${last.status}`, { count: resets, date: dayName(last.day, locale) });
}

export function costText({ cost }: OfferReplay, offer: NamedOffer, { t, locale }: Language): string {
  const price = (cents: number) => formatMoney(cents, locale, { whole: true });
  const parts = [
    offer.billing === 'monthly'
      ? t('cost_months', { count: cost.months, price: price(cost.priceCents) })
      : t('cost_once', { price: price(cost.priceCents) }),
    ...(cost.resetCents > 0 ? [t('cost_resets', { price: price(cost.resetCents) })] : []),
    ...(cost.activationCents > 0 ? [t('cost_activation', { price: price(cost.activationCents) })] : []),
  ];
  return parts.join(' + ');
}
