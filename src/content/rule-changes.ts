import { formatShare } from '#i18n/format.ts';
import type { Locale } from '#i18n/locales.ts';
import { getStrings, getT } from '#i18n/t.ts';
import { formatMoney } from '#lib/money/format.ts';
import { differencesOf, type RuleDifference } from '#shared/accounts/rules/differences.ts';
import { type Catalog, getCatalog, type Program, type RulesDocument, type Size } from './catalog.ts';

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
};

/** All published rules versions, newest first, with their changes. */
export function listRuleVersions(
  locale: Locale,
  { rules }: Pick<Catalog, 'rules'> = getCatalog(),
): readonly RuleVersion[] {
  const documents = Object.values(rules).sort((a, b) => a.effectiveFrom.getTime() - b.effectiveFrom.getTime());
  return documents
    .map((document, index) => {
      const before = documents[index - 1];
      const changes = before === undefined ? null : changesBetween(before, document, locale);
      return { version: document.version, effectiveFrom: document.effectiveFrom, changes };
    })
    .reverse();
}

function changesBetween(before: RulesDocument, after: RulesDocument, locale: Locale): readonly RuleChange[] {
  const names = getT(locale, 'programs');
  const strings = getStrings(locale, 'accounts');
  return Object.entries(after.programmes).flatMap(([program, sizes]) =>
    Object.entries(sizes ?? {}).flatMap(([size, rules]) => {
      const earlier = before.programmes[program as Program]?.[size as Size];
      if (!rules || !earlier) return [];
      return differencesOf(earlier, rules).map((line) => ({
        account: `${names(`name.${program as Program}`)} ${size}`,
        rule: strings[`rule_${line.field}`],
        before: textOf(line, line.value, strings, locale),
        after: textOf(line, line.today, strings, locale),
      }));
    }),
  );
}

type RuleStrings = ReturnType<typeof getStrings<'accounts'>>;

function textOf(
  { field, unit }: RuleDifference,
  value: number | string | null,
  strings: RuleStrings,
  locale: Locale,
): string {
  if (value === null) return strings.rule_none;
  if (typeof value === 'string') {
    return strings[`rule_${field === 'dailyLossMode' ? 'daily' : 'mode'}_${value}` as keyof RuleStrings];
  }
  if (unit === 'cents') return formatMoney(value, locale, { whole: true });
  return unit === 'share' ? formatShare(value, locale) : String(value);
}
