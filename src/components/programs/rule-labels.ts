import { formatShare, formatWhole } from '#i18n/format.ts';
import type { Locale } from '#i18n/locales.ts';
import { getT } from '#i18n/t.ts';
import { findLock, findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import type { AccountRules } from '#shared/accounts/rules/types.ts';

export type RuleLabels = { readonly title: string; readonly text: string };

function floorValues(rules: AccountRules, locale: Locale) {
  const { drawdown, startingBalanceCents } = rules;
  const maxLossCents = findMaxLoss(drawdown);
  if (maxLossCents === null) return {};
  return {
    maxLoss: formatWhole(maxLossCents, locale),
    floor: formatWhole(startingBalanceCents - maxLossCents, locale),
    lock: formatWhole(findLock(rules) ?? startingBalanceCents, locale),
  };
}

/** Describes a rule set in sentences, from the same object that the engine enforces. */
export function labelRules(rules: AccountRules, locale: Locale): readonly RuleLabels[] {
  const t = getT(locale, 'programs');
  const { drawdown, dailyLoss, targetCents, minimumDays, consistencyBps } = rules;
  const limit = dailyLoss.mode === 'none' ? '' : formatWhole(dailyLoss.limitCents, locale);
  const labels = [
    { title: t('floor.title'), text: t(`floor.${drawdown.mode}`, floorValues(rules, locale)) },
    { title: t('daily.title'), text: t(`daily.${dailyLoss.mode}`, { limit }) },
    {
      title: t('goal.title'),
      text:
        targetCents === null
          ? t('goal.none')
          : t('goal.target', { target: formatWhole(targetCents, locale), count: minimumDays }),
    },
  ];
  if (consistencyBps !== null) {
    const share = formatShare(consistencyBps, locale);
    labels.push({ title: t('consistency.title'), text: t('consistency.text', { share }) });
  }
  if (rules.spreads === 'refused') labels.push({ title: t('direction.title'), text: t('direction.text') });
  return [...labels, { title: t('day.title'), text: t('day.text') }];
}
