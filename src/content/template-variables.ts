import { formatShare, formatWhole } from '#i18n/format.ts';
import { defaultLocale, type Locale } from '#i18n/locales.ts';
import { createTranslate } from '#i18n/translate.ts';
import { capitalize } from '#lib/capitalize.ts';
import { countryName } from '#lib/country-name.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatMoney } from '#lib/money/format.ts';
import { findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import { findDailyLimit } from '#shared/accounts/rules/daily-loss.ts';
import { retention } from '#shared/core/retention.ts';
import { productKinds } from '#shared/orders/cancel-contract.ts';
import { destinationDelayHours } from '#shared/payouts/payees/destination.ts';
import {
  decidedDocumentDays,
  requestedDocumentDays,
  unsubmittedDocumentDays,
} from '#shared/payouts/payees/documents.ts';
import { sanctionsListDays } from '#shared/payouts/payees/sanctions.ts';
import { sanctionsReviewScore } from '#shared/payouts/payees/sanctions-match.ts';
import { promisePayouts } from '#shared/payouts/promise.ts';
import { minimumSample } from '#shared/reviews/sample.ts';
import { type Catalog, getAccountRules, getAffiliateTerms, getPayoutTerms, getPayoutVersion } from './catalog.ts';
import { describeCompany } from './company.ts';
import { ContentError, placeAt } from './content-error.ts';
import { renderHolidayTable } from './holiday-table.ts';
import { renderKeptTable } from './kept-table.ts';
import { renderRemedies } from './remedies-table.ts';
import { readStrings } from './ui-strings.ts';

/** Variables that editors can use in double braces, with their values in one language. */
export type TemplateVariables = ReadonlyMap<string, string>;

/** All catalog values in a language's number format. */
export function createTemplateVariables(catalog: Catalog, locale: Locale): TemplateVariables {
  const setters = createSetters(locale);
  for (const set of [setPrices, setPayouts, setPlaces]) set(setters, catalog, locale);
  return setters.variables;
}

/** Values that a package lacks are left out. */
function createSetters(locale: Locale) {
  const variables = new Map<string, string>();
  const count = new Intl.NumberFormat(formatLocale(locale));
  const setter = (format: (value: number) => string) => (name: string, value: number | null | undefined) => {
    if (typeof value === 'number') variables.set(name, format(value));
  };
  return {
    variables,
    number: setter((value) => count.format(value)),
    money: setter((cents) => formatWhole(cents, locale)),
    percent: setter((basisPoints) => formatShare(basisPoints, locale)),
  };
}

type Setters = ReturnType<typeof createSetters>;

function setPrices({ variables, number, money, percent }: Setters, catalog: Catalog, locale: Locale): void {
  const { packages } = catalog;
  for (const { id, program, size, priceCents, resetPriceCents, activationPriceCents } of packages.evaluations) {
    const rules = getAccountRules(catalog, packages.rulesVersion, program, size);
    money(`${id}.price`, priceCents);
    money(`${id}.reset`, resetPriceCents);
    money(`${id}.activation`, activationPriceCents);
    money(`${id}.startingBalance`, rules.startingBalanceCents);
    money(`${id}.target`, rules.targetCents);
    money(`${id}.maxLoss`, findMaxLoss(rules));
    money(`${id}.dailyLimit`, findDailyLimit(rules));
    number(`${id}.contracts`, rules.maxContracts);
    number(`${id}.micros`, rules.maxContracts * 10);
    number(`${id}.minimumDays`, rules.minimumDays);
    percent(`${id}.consistency`, rules.consistencyBps);
  }
  money('trial.price', packages.trial.priceCents);
  number('trial.days', packages.trial.days);
  for (const { id, priceCents, followers } of packages.thor) {
    money(`${id}.price`, priceCents);
    number(`${id}.followers`, followers);
  }
  money('performance-review.price', packages.performanceReview.priceCents);
  number('performance-review.minimumTrades', minimumSample.trades);
  number('performance-review.minimumDays', minimumSample.days);
  for (const { id, priceCents } of packages.marketData) money(`${id}.price`, priceCents);
  for (const [name, { priceCents }] of Object.entries(packages.addOns)) money(`addOns.${name}`, priceCents);
  for (const { code, feeCents } of catalog.instruments) variables.set(`fees.${code}`, formatMoney(feeCents, locale));
  const affiliate = getAffiliateTerms(catalog);
  percent('affiliate.share', affiliate.shareBps);
  percent('affiliate.couponDiscount', affiliate.couponBps);
  number('affiliate.linkDays', affiliate.linkDays);
  number('affiliate.couponDays', affiliate.couponDays);
  number('affiliate.pendingDays', affiliate.pendingDays);
  money('affiliate.minimumPayout', affiliate.minimumPayoutCents);

  number('accounts.conductAnswerDays', packages.accounts.conductAnswerDays);
  number('accounts.disputeDays', packages.accounts.disputeDays);
  for (const [name, days] of Object.entries(packages.accounts.inactivity)) number(`inactivity.${name}`, days);
}

function setPayouts({ variables, number, money, percent }: Setters, catalog: Catalog, locale: Locale): void {
  const { packages } = catalog;
  const payouts = getPayoutVersion(catalog);
  number(
    'payouts.winningDays',
    getPayoutTerms(catalog, packages.rulesVersion, { program: 'classic', size: '50K' }).winningDays,
  );
  for (const [program, days] of Object.entries(payouts.winningDays)) number(`payouts.winningDays.${program}`, days);
  money('payouts.winningDayMinimum', payouts.winningDayMinimumCents);
  const otherShares = Object.entries(payouts.programBestDayShareBps).map(
    ([program, share]) => ` (${capitalize(program, locale)} ${formatShare(share, locale)})`,
  );
  variables.set('payouts.bestDayShare', formatShare(payouts.bestDayShareBps, locale) + otherShares.join(''));
  percent('payouts.profitShare', payouts.profitShareBps);
  for (const { program, size } of packages.evaluations)
    money(
      `payouts.buffer.${program}.${size}`,
      getPayoutTerms(catalog, packages.rulesVersion, { program, size }).bufferCents,
    );
  variables.set('payouts.buffers', renderBuffers(catalog, locale));
  variables.set('payouts.formula', describePayoutFormula(payouts.profitShareBps, locale));
  number(
    'payouts.count',
    payouts.repeatsLastCap ? null : Math.max(...Object.values(payouts.capsCents).map((caps) => caps.length)),
  );
  money('payouts.minimum', payouts.minimumCents);
  variables.set('payouts.split', describeSplit(catalog, locale));
  money('payouts.twoApprovalsFrom', payouts.twoApprovalsFromCents);
  variables.set('payouts.byRule', describeRule(catalog, locale));
  number('payouts.reviewDays', payouts.reviewBusinessDays);
  for (const [stage, days] of Object.entries(payouts.stageBankDays)) number(`payouts.stageDays.${stage}`, days);
  number('payouts.destinationHours', destinationDelayHours);
  number('payouts.statisticsMinimum', catalog.payoutStatistics.minimumPaid);
  number('documents.decidedDays', decidedDocumentDays);
  number('documents.unsubmittedDays', unsubmittedDocumentDays);
  number('documents.requestedDays', requestedDocumentDays);
  for (const [name, days] of Object.entries(retention)) number(`retention.${name}`, days);
  variables.set('privacy.keptAfterDeletion', renderKeptTable(locale));
  number('sanctions.listDays', sanctionsListDays);
  percent('sanctions.reviewShare', sanctionsReviewScore * 10_000);
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  for (const [size, caps] of Object.entries(payouts.capsCents)) {
    variables.set(`payouts.caps.${size}`, list.format(caps.map((cents) => formatWhole(cents, locale))));
  }
}

/** What depends on laws and on who the firm is. */
function setPlaces({ variables, number }: Setters, catalog: Catalog, locale: Locale): void {
  const { packages, site } = catalog;
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  for (const [name, days] of Object.entries(catalog.support)) number(`support.${name}`, days);
  const table = catalog.remedies.versions.at(-1);
  number('remedies.hours', catalog.remedies.deadlineHours);
  number('remedies.version', table?.version ?? 0);
  variables.set('remedies.table', renderRemedies(catalog, locale));
  number('remedies.byHandDays', catalog.remedies.byHand.upToDays);
  variables.set('remedies.byHand', formatWhole(catalog.remedies.byHand.upToCents, locale));

  const refused = catalog.countries.refused.map((code) => countryName(code, locale));
  variables.set('countries.refused', list.format(refused.toSorted((left, right) => left.localeCompare(right, locale))));
  variables.set('countries.regions', catalog.countries.regions[locale]);
  const day = new Intl.DateTimeFormat(formatLocale(locale), { dateStyle: 'long', timeZone: 'UTC' });
  variables.set('remedies.from', day.format(table?.effectiveFrom));
  variables.set('countries.updatedAt', day.format(new Date(catalog.countries.updatedAt)));
  const sources = catalog.countries.sources.map(({ name, url }) => `[${name[locale]}](${url})`);
  variables.set('countries.sources', list.format(sources));

  const { places, products, renewalReminder } = catalog.consumerRights;
  variables.set('rights.table', renderRights(catalog.consumerRights, locale));
  for (const [place, { countries, withdrawal, renewalReminder: reminder, feeChange }] of Object.entries(places)) {
    if (withdrawal) number(`rights.${place}.days`, withdrawal.days);
    if (feeChange) number(`feeChange.${place}.days`, feeChange.within[1]);
    for (const code of reminder ? countries : []) number(`renewals.yearly.${code}`, reminder?.yearlyDays ?? 0);
    if (!withdrawal?.renewals) continue;
    number(`rights.${place}.renewalDays`, withdrawal.renewals.days);
    variables.set(`rights.${place}.renewalsFrom`, day.format(new Date(withdrawal.renewals.startsOn)));
  }
  for (const kind of productKinds) {
    const names = Object.values(products).flatMap((product) => (product.kind === kind ? [product.name[locale]] : []));
    variables.set(`rights.${kind}`, list.format(names));
  }
  number('renewals.monthly', renewalReminder.monthlyDays);
  number('renewals.yearly', renewalReminder.yearlyDays);

  const years = new Set(catalog.calendar.holidays.map(({ date }) => Number(date.slice(0, 4))));
  for (const year of years) variables.set(`calendar.${year}`, renderHolidayTable(catalog.calendar, year, locale));

  variables.set('firm.name', site.name);
  variables.set('firm.legalName', site.legalName);
  variables.set('firm.supportEmail', site.supportEmail);
  variables.set('firm.marketData', site.providers.marketData.name);
  variables.set('firm.clearing', site.providers.clearing.name);
  for (const [name, value] of describeCompany(catalog, locale)) variables.set(`firm.${name}`, value);
  variables.set('rules.version', packages.rulesVersion);
}

function getProgramTexts(locale: Locale) {
  const read = (language: Locale) => Object.fromEntries(readStrings(language, 'programs'));
  return createTranslate({ ...read(defaultLocale), ...read(locale) }, locale);
}

/** The one sentence that says how much can be paid out; `quotePayout` computes it. */
function describePayoutFormula(profitShareBps: number, locale: Locale): string {
  return getProgramTexts(locale)('payout.formula', { share: formatShare(profitShareBps, locale) });
}

/** What a rule approves; nothing if it is off. */
function describeRule({ payoutsByRule }: Catalog, locale: Locale): string {
  const { upToCents, sentWithinMinutes: minutes, creditCents } = payoutsByRule;
  if (upToCents === 0) return '';
  const text = getProgramTexts(locale);
  const approved = text('payout.byRule', { limit: formatWhole(upToCents, locale) });
  if (minutes === 0) return approved;
  return `${approved} ${text('payout.sentWithin', { minutes, credit: formatWhole(creditCents, locale) })}`;
}

/** What a trader keeps: a second tier only if an account on sale can reach it. */
function describeSplit(catalog: Catalog, locale: Locale): string {
  const { evaluations, rulesVersion } = catalog.packages;
  const { split } = getPayoutVersion(catalog);
  const isAllKept = evaluations.every(
    (sold) => promisePayouts(getPayoutTerms(catalog, rulesVersion, sold)).keptBps !== null,
  );
  const text = getProgramTexts(locale);
  if (isAllKept) return text('payout.keepEach', { share: formatShare(10_000, locale) });
  const full = formatWhole(split.fullUntilCents, locale);
  return text('payout.keepTiers', { full, share: formatShare(split.traderBps, locale) });
}

/** Rows of a table: the days to withdraw in each place that has a name, and what an early start changes. */
function renderRights({ places, earlyStarts }: Catalog['consumerRights'], locale: Locale): string {
  const rows = Object.values(places).flatMap(({ name, countries: [country = '', ...others], withdrawal }) => {
    const label = name?.[locale] ?? (others.length === 0 ? countryName(country, locale) : null);
    return withdrawal && label
      ? [`| ${label} | ${withdrawal.days} | ${earlyStarts[withdrawal.earlyStart][locale]} |`]
      : [];
  });
  return rows.toSorted((left, right) => left.localeCompare(right, locale)).join('\n');
}

const sizes = ['25K', '50K', '100K', '150K'] as const;

/** A table of the profit that stays in an account, by program and size. */
function renderBuffers(catalog: Catalog, locale: Locale): string {
  const { evaluations, rulesVersion } = catalog.packages;
  const programs = [...new Set(evaluations.map(({ program }) => program))];
  const rows = programs.map((program) => {
    const cells = sizes.map((size) =>
      evaluations.some((sold) => sold.program === program && sold.size === size)
        ? formatWhole(getPayoutTerms(catalog, rulesVersion, { program, size }).bufferCents, locale)
        : '–',
    );
    return `| ${capitalize(program, locale)} | ${cells.join(' | ')} |`;
  });
  return [`| | ${sizes.join(' | ')} |`, '|---|---|---|---|---|', ...rows].join('\n');
}

/**
 * Replaces template variables with their values: `{{classic-50k.target}}` → `$3,000`.
 * @param where the file, for errors @param linesBefore lines of the file above the text
 * @throws {ContentError} for unknown variables
 */
export function replaceTemplateVariables(
  text: string,
  variables: TemplateVariables,
  where: string,
  linesBefore = 0,
): string {
  const errors: string[] = [];
  const replaced = text.replace(/\{\{([^{}]*)\}\}/g, (whole, inside: string, index: number) => {
    const name = inside.trim();
    const value = variables.get(name);
    if (value !== undefined) return value;
    const place = placeAt(where, text, index, linesBefore);
    errors.push(`${place}: there is no variable {{${name}}}: ${suggestNames(name, variables)}`);
    return whole;
  });
  if (errors.length > 0) throw new ContentError(errors);
  return replaced;
}

function suggestNames(name: string, variables: TemplateVariables): string {
  const [group = ''] = name.split('.');
  const near = [...variables.keys()].filter((key) => key.startsWith(`${group}.`));
  return near.length > 0
    ? `${group} has ${near.map((key) => key.slice(group.length + 1)).join(', ')}`
    : 'see content/catalog';
}
