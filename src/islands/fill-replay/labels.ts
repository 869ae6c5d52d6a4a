import type { AttemptEnd } from '../../domain/fill-replay/attempts.ts';
import type { OfferReplay } from '../../domain/fill-replay/replay-offer.ts';
import { formatMoney } from '../../domain/money/format.ts';
import { dayName } from '../../i18n/performance-review.ts';
import type { FillReplayTexts } from './texts.ts';
import type { NamedOffer } from './types.ts';

type Language = Pick<FillReplayTexts, 't' | 'locale'>;

export function endText(end: AttemptEnd, { t, locale }: Language): string {
  const values = { date: dayName(end.day, locale), count: end.tradedDays };
  if (end.status === 'breached') return t(end.rule === 'max-loss' ? 'end_max_loss' : 'end_daily_loss', values);
  return t(end.status === 'passed' ? 'end_passed' : 'end_open', values);
}

/** How sure a verdict is, in a word and in sentences. */
export function certaintyText(replay: OfferReplay, language: Language): readonly [string, string] {
  const { t } = language;
  const { certainty, first, harshest, fillsOverLimit, lockedDays } = replay;
  switch (certainty) {
    case 'certain':
      return [t('certain'), t(first.status === 'breached' ? 'certain_breached_text' : 'certain_text')];
    case 'upper-bound':
      return [t('upperBound'), t('upperBound_text')];
    case 'either': {
      const other = harshest === null ? '' : `${t(`status_${harshest.status}`)}, ${endText(harshest, language)}`;
      return [t('either'), t('either_text', { end: other })];
    }
    case 'uncertain':
      return [t('uncertain'), t('uncertain_text')];
    case 'other-trading': {
      const reasons = [
        fillsOverLimit > 0 ? t('overLimit', { count: fillsOverLimit }) : '',
        lockedDays > 0 ? t('lockedDays', { count: lockedDays }) : '',
      ];
      return [t('otherTrading'), reasons.filter((reason) => reason !== '').join(' ')];
    }
  }
}

export function resetsText({ first, last, resets }: OfferReplay, { t, locale }: Language): string {
  if (resets === 0) return t(first.status === 'breached' ? 'resets_noneLeft' : 'resets_none');
  return t(`resets_${last.status}`, { count: resets, date: dayName(last.day, locale) });
}

/** What the total is made of. */
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
