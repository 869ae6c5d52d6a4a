import { getExamplePackage, programs } from '#content/programs.ts';
import type { Locale } from '#i18n/locales.ts';
import { getT } from '#i18n/pages.ts';
import { limitsOf } from '#lib/chart/sparkline-layout.ts';
import { getSparkline } from '../chart/chart-props.ts';
import { getRuleFacts } from '../programs/offer-facts.ts';

/** The four programs at the example size, with its price, and with sparklines that share one scale. */
export function getProgramCards(locale: Locale) {
  const t = getT(locale, 'programs');
  const cards = programs.map((program) => {
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
