import type { Program } from '#content/catalog.ts';
import { getExamplePackage, type Offer, programs } from '#content/programs.ts';
import type { Locale } from '#i18n/locales.ts';
import { getT } from '#i18n/pages.ts';
import { limitsOf } from '#lib/chart/sparkline-layout.ts';
import { getSparkline } from '../chart/chart-props.ts';
import { type Fact, getRuleFacts } from '../programs/offer-facts.ts';

export type ProgramCard = {
  readonly program: Program;
  readonly sketch: ReturnType<typeof getSparkline>;
  readonly offer: Offer;
  readonly billing: string;
  readonly highlights: readonly Fact[];
};

/** The four programs at the example size, with its price, and with sparklines that share one scale. */
export function getProgramCards(locale: Locale) {
  const t = getT(locale, 'programs');
  const cards = programs.map((program): ProgramCard => {
    const offer = getExamplePackage(program);
    const { minimumDays } = offer.rules;
    const [target, loss, contracts] = getRuleFacts(offer, locale);
    const days = { label: t('label.days'), value: minimumDays > 0 ? String(minimumDays) : t('none.days') };
    return {
      program,
      sketch: getSparkline(program),
      offer,
      billing: t(`value.${offer.billing}`),
      highlights: [target, loss, days, contracts],
    };
  });
  return { cards, limits: limitsOf(...cards.flatMap(({ sketch }) => sketch.phases)) };
}
