import { formatShare } from '#i18n/format.ts';
import type { Locale } from '#i18n/locales.ts';
import { getStrings, getT } from '#i18n/pages.ts';
import { ruleText } from '#i18n/rule-text.ts';
import { formatMoney } from '#lib/money/format.ts';
import { differencesOf } from '#shared/accounts/rules/differences.ts';
import { type Catalog, getCatalog, getPayoutTerms, type Program, type RulesDocument, type Size } from './catalog.ts';

export type RuleChange = {
  readonly account: string;
  readonly rule: string;
  readonly before: string;
  readonly after: string;
};

export type RuleVersion = {
  readonly version: string;
  readonly effectiveFrom: Date;
  /** Compared with the previous version; null for the first. */
  readonly changes: readonly RuleChange[] | null;
  /** Which accounts are new or no longer sold, and that nothing changes for the others. */
  readonly notes: readonly string[];
};

/** Of each rule each change once, with the accounts it applies to; null for all of them. */
export function groupByRule(changes: readonly RuleChange[]) {
  const total = new Set(changes.map(({ account }) => account)).size;
  return [...Map.groupBy(changes, ({ rule }) => rule)].map(([rule, changed]) => ({
    rule,
    rows: [...Map.groupBy(changed, ({ before, after }) => JSON.stringify([before, after])).values()].flatMap(
      ([first, ...others]) => {
        if (first === undefined) return [];
        const { before, after } = first;
        const accounts = [first, ...others].map(({ account }) => account);
        return [{ accounts: accounts.length === total ? null : accounts.join(', '), before, after }];
      },
    ),
  }));
}

/** All published rules versions, newest first, with their changes. */
export function listRuleVersions(locale: Locale, catalog: Catalog = getCatalog()): readonly RuleVersion[] {
  const texts = getT(locale, 'rules');
  const documents = Object.values(catalog.rules).sort((a, b) => a.effectiveFrom.getTime() - b.effectiveFrom.getTime());
  return documents
    .map((document, index) => {
      const before = documents[index - 1];
      const changes = before === undefined ? null : changesBetween(catalog, before, document, locale);
      const notes = before === undefined ? [texts('first')] : compareAccounts(before, document, locale);
      if (changes?.length === 0) notes.push(texts('none'));
      return { version: document.version, effectiveFrom: document.effectiveFrom, changes, notes };
    })
    .reverse();
}

function compareAccounts(before: RulesDocument, after: RulesDocument, locale: Locale): string[] {
  const texts = getT(locale, 'rules');
  const [old, current] = [nameAccounts(before, locale), nameAccounts(after, locale)] as const;
  const added = current.filter((account) => !old.includes(account));
  const ended = old.filter((account) => !current.includes(account));
  return [
    ...(added.length === 0 ? [] : [texts('added', { accounts: added.join(', ') })]),
    ...(ended.length === 0 ? [] : [texts('ended', { accounts: ended.join(', ') })]),
  ];
}

function nameAccounts({ programmes }: RulesDocument, locale: Locale): readonly string[] {
  const names = getT(locale, 'programs');
  return Object.entries(programmes).flatMap(([program, sizes]) =>
    Object.keys(sizes ?? {}).map((size) => `${names(`name.${program as Program}`)} ${size}`),
  );
}

function changesBetween(
  catalog: Catalog,
  before: RulesDocument,
  after: RulesDocument,
  locale: Locale,
): readonly RuleChange[] {
  const names = getT(locale, 'programs');
  const strings = getStrings(locale, 'accounts');
  const texts = getT(locale, 'rules');
  const money = (cents: number) => formatMoney(cents, locale, { whole: true });
  const rules = { t: getT(locale, 'accounts'), locale, money };
  return Object.entries(after.programmes).flatMap(([program, sizes]) =>
    Object.entries(sizes ?? {}).flatMap(([size, later]) => {
      const earlier = before.programmes[program as Program]?.[size as Size];
      if (!later || !earlier) return [];
      const account = `${names(`name.${program as Program}`)} ${size}`;
      const lines = differencesOf(earlier, later).map((line) => ({
        account,
        rule: strings[`rule_${line.field}`],
        before: ruleText(line, line.value, rules),
        after: ruleText(line, line.today, rules),
      }));
      const of = { program: program as Program, size: size as Size };
      const [old, current] = [before, after].map(({ version }) => payoutTexts(catalog, version, of, locale));
      const payouts = (['buffer', 'best_day', 'caps', 'funded_reset'] as const).flatMap((rule) =>
        old?.[rule] === current?.[rule]
          ? []
          : [{ account, rule: texts(rule), before: old?.[rule] ?? '', after: current?.[rule] ?? '' }],
      );
      return [...lines, ...payouts];
    }),
  );
}

/** What an account's payouts need, and how much each may be. */
function payoutTexts(catalog: Catalog, version: string, of: { program: Program; size: Size }, locale: Locale) {
  const texts = getT(locale, 'rules');
  const { bestDayShareBps, bufferCents, capsCents, fundedResetFromPayouts } = getPayoutTerms(catalog, version, of);
  const canReset = catalog.packages.programs[of.program].addOns.includes('funded-reset');
  const money = (cents: number) => formatMoney(cents, locale, { whole: true });
  const paid = capsCents.filter((cents) => cents > 0);
  const caps = paid.map(money).join(' · ');
  return {
    buffer: money(bufferCents),
    best_day: texts('best_day_share', { share: formatShare(bestDayShareBps, locale) }),
    funded_reset: canReset ? texts(fundedResetFromPayouts === 0 ? 'funded_reset_always' : 'funded_reset_paid') : '',
    caps: paid.length === capsCents.length ? texts('caps_repeated', { caps }) : texts('caps_ending', { caps }),
  };
}
