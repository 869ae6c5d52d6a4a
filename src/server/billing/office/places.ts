import { sql } from 'kysely';
import { obligationNames } from '#content/consumer-rights.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { dayStart } from '#lib/calendar-date.ts';
import { countryName } from '#lib/country-name.ts';
import { dayMs } from '#lib/durations.ts';
import { formatApproximate, formatMoney } from '#lib/money/format.ts';
import type { Deps } from '#server/core/deps.ts';
import { findTextInForce } from '#server/core/text-in-force.ts';
import { getTranslate } from '#server/core/translations.ts';
import { equals, startOf } from '#server/office/lists/parts.ts';
import type { ListSource } from '#server/office/lists/read-list.ts';
import { describeLaw } from '#server/orders/describe-sale.ts';
import { listCountries } from '#server/people/profile/list-countries.ts';
import type { placeLists } from '#shared/billing/office/places.ts';
import { refundSentence, startSentence } from '#shared/orders/consent-sentences.ts';
import { findObligation, livesIn } from '#shared/orders/country-law.ts';
import { describeRenewal } from '#shared/orders/describe-renewal.ts';
import { refundDays } from '#shared/orders/promised-days.ts';
import { periodEnd, renewalReminderMs } from '#shared/orders/renewal.ts';

type Catalog = Deps['catalog'];

/** A country, or the part of it with these postal codes, as in `ES_35_38`. */
function listPlaces(catalog: Catalog) {
  const { taxes, consumerRights } = catalog;
  const lawful = Object.values(consumerRights.places).flatMap(({ countries, postalCodes }) =>
    countries.map((country) => ({ country, postalCodes })),
  );
  return listCountries(catalog, 'en').flatMap(({ code }) => {
    const parts = [...taxes.territories, ...lawful].filter(({ country }) => country === code);
    return [{ country: code, postalCodes: [''] }, ...parts].flatMap(({ country, postalCodes }) =>
      postalCodes === undefined
        ? []
        : [{ country, postalCodes, id: [country, ...postalCodes].join('_').replace(/_$/, '') }],
    );
  });
}

/** Each obligation to a buyer, with its law, who read it when, and what is open. */
function listLaw({ consumerRights }: Catalog, country: string, postalCode: string) {
  const places = Object.entries(consumerRights.places).filter(([, place]) => livesIn(place, { country, postalCode }));
  const origins = places.flatMap(([file, place]) =>
    obligationNames.flatMap((obligation) => (place[obligation] ? [{ file, obligation, ...place[obligation] }] : [])),
  );
  const isPending = places.some(([, place]) => place.toConfirm) || origins.some(({ counsel }) => counsel === 'pending');
  return {
    law: places.length === 0 ? 'unread' : isPending ? 'read' : 'by-counsel',
    readAt: Math.min(...origins.map(({ checkedOn }) => dayStart(checkedOn))),
    sources: [
      ...places.flatMap(([file, { toConfirm }]) => (toConfirm ? [`${file}: ${toConfirm}`] : [])),
      ...origins.map(
        ({ file, obligation, law, source, checkedOn, counsel, toConfirm }) =>
          `${obligation} (${file}): ${law}. ${source}, ${checkedOn}. Counsel: ${counsel}${toConfirm ? `: ${toConfirm}` : ''}.`,
      ),
    ],
  };
}

/** What somebody who buys an evaluation, a reset or a yearly plan there reads and declares, from what the checkout asks. */
function describePlace(deps: Deps, country: string, postalCode: string, locale: Locale) {
  const { consumerRights, packages } = deps.catalog;
  const now = deps.clock();
  const t = getTranslate('checkout', locale);
  const buyer = { country, postalCode, vatNumber: null };
  const sell = (kind: 'evaluation' | 'reset' | 'thor', totalCents: number, billingInterval: 'monthly' | 'yearly') => {
    const renews = { amountCents: totalCents, billingInterval, nextAt: periodEnd(+now, +now, billingInterval) };
    const law = describeLaw(deps, { purchase: { kind, renews, subscription: null }, buyer, totalCents, locale });
    const renewal = law.renewal && describeRenewal(law.renewal, locale, t);
    const right = law.cancellationRight;
    const sentence = refundSentence(kind, right);
    return { law, renewal, right, says: sentence === null ? '' : t(sentence, { days: right?.days ?? 0 }) };
  };
  const [evaluation] = packages.evaluations;
  const priceCents = evaluation?.priceCents ?? 0;
  const { law, renewal, right, says } = sell('evaluation', priceCents, 'monthly');
  const yearly = packages.thor.find(({ billing }) => billing === 'yearly')?.priceCents ?? 0;
  const about = law.approximateTotal;
  const accepted = { terms: t('terms_link'), billing: t('billing_link') };
  const language = law.contractFirstIn ?? locale;
  return {
    price: [
      formatMoney(priceCents, locale),
      ...(about ? [t('about', { amount: formatApproximate(about.cents, about.currency, locale) })] : []),
    ].join(', '),
    tax: t(`tax_${law.tax.name}`, { rate: law.tax.rateBps / 100 }),
    withdrawal: says,
    resetWithdrawal: sell('reset', evaluation?.resetPriceCents ?? 0, 'monthly').says,
    consents: [
      ...(law.contractFirstIn ? [t('contract_label')] : []),
      t('terms_label', accepted),
      ...(law.needsStartConsent ? [t(startSentence('evaluation', right), { days: right?.days ?? 0 })] : []),
      ...(law.needsRenewalConsent && renewal ? [renewal.label] : []),
    ].join('\n'),
    monthlyPlan: renewal?.text ?? t('fact_once_only'),
    yearlyPlan: sell('thor', yearly, 'yearly').renewal?.text ?? t('fact_once_only'),
    texts: ['terms', 'billing-terms', 'privacy-policy']
      .map((text) => findTextInForce(`legal/${language}/${text}`, now))
      .map(({ file, version }) => `${file} ${version}`)
      .join(', '),
    monthlyReminderDays: renewalReminderMs(consumerRights, 'monthly', country) / dayMs,
    yearlyReminderDays: renewalReminderMs(consumerRights, 'yearly', country) / dayMs,
    refundDays: Math.min(refundDays, findObligation(consumerRights.places, 'refund', buyer)?.withinDays ?? refundDays),
  };
}

export const placeSources: Readonly<Record<keyof typeof placeLists, ListSource>> = {
  places: {
    from: (_, { catalog }) => {
      const rows = listPlaces(catalog).map(({ id, country, postalCodes: [start = ''] }) => {
        const { law, readAt } = listLaw(catalog, country, start);
        const names = [country, ...locales.map((locale) => countryName(country, locale))].join('|');
        return { id, law, names, days: Number.isFinite(readAt) ? readAt / dayMs : 0 };
      });
      return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as place(id text, law text, names text, days int)`;
    },
    columns: sql`place.law as "law"`,
    at: sql`to_timestamp(place.days * 86400)`,
    id: sql`place.id`,
    filters: {
      q: (value) => sql`('|' || place.names) ilike ${`%|${startOf(value)}`}`,
      law: equals(sql`place.law`),
    },
    complete: (deps, { id, at, law }, locale) => {
      const [country = '', ...codes] = id.split('_');
      const [start = ''] = codes;
      const name = [countryName(country, locale), ...(codes.length === 0 ? [] : [codes.join(', ')])].join(', ');
      const { price, tax, withdrawal, resetWithdrawal, consents, monthlyPlan, yearlyPlan, texts, ...days } =
        describePlace(deps, country, start, locale);
      const { monthlyReminderDays, yearlyReminderDays, refundDays: dueDays } = days;
      return {
        ...{ id, at, law: law as string, name, price, tax, withdrawal, resetWithdrawal, consents, monthlyPlan },
        ...{ yearlyPlan, texts, monthlyReminderDays, yearlyReminderDays, refundDays: dueDays },
        sources: listLaw(deps.catalog, country, start).sources.join('\n'),
      };
    },
  },
};
