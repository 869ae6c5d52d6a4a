import type { Program } from '#content/catalog.ts';
import { getExamplePackage, type Offer, programs } from '#content/programs.ts';
import { formatWhole } from '#i18n/format.ts';
import type { Locale } from '#i18n/locales.ts';
import { getT } from '#i18n/t.ts';
import { limitsOfSparkline } from '#lib/chart/sparkline-layout.ts';
import { findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import { getSparkline } from '../chart/chart-props.ts';

export type ProgramCard = {
  readonly program: Program;
  readonly sketch: ReturnType<typeof getSparkline>;
  readonly offer: Offer;
  readonly billing: string;
  readonly highlights: readonly { readonly label: string; readonly value: string }[];
};

/** The four programs at the example size, with its price, and with sparklines that share one scale. */
export function getProgramCards(locale: Locale) {
  const t = getT(locale, 'programs');
  const money = (cents: number | null) => (cents === null ? t('value.none') : formatWhole(cents, locale));
  const cards = programs.map((program): ProgramCard => {
    const offer = getExamplePackage(program);
    const { drawdown, dailyLoss, targetCents, minimumDays, maxContracts } = offer.rules;
    const limit =
      findMaxLoss(drawdown) === null && dailyLoss.mode !== 'none'
        ? { label: t('label.dailyLimit'), value: money(dailyLoss.limitCents) }
        : { label: t('label.maxLoss'), value: money(findMaxLoss(drawdown)) };
    return {
      program,
      sketch: getSparkline(program),
      offer,
      billing: t(`value.${offer.billing}`),
      highlights: [
        { label: t('label.target'), value: money(targetCents) },
        limit,
        { label: t('label.days'), value: minimumDays > 0 ? String(minimumDays) : t('value.none') },
        { label: t('label.contracts'), value: String(maxContracts) },
      ],
    };
  });
  return { cards, limits: limitsOfSparkline(...cards.map(({ sketch }) => sketch.points)) };
}
