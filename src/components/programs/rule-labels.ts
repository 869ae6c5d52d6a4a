import { formatShare, formatWhole } from '#i18n/format.ts';
import type { Locale } from '#i18n/locales.ts';
import { getT } from '#i18n/pages.ts';
import { findLock, findMaxLoss, findMaxLossShare } from '#shared/accounts/drawdown/registry.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import { findDailyLimit } from '#shared/accounts/rules/daily-loss.ts';

export type RuleLabels = { readonly title: string; readonly text: string };

function floorValues(rules: AccountRules, locale: Locale) {
  const { startingBalanceCents } = rules;
  const maxLossCents = findMaxLoss(rules);
  const share = findMaxLossShare(rules);
  if (maxLossCents === null) return {};
  return {
    maxLoss: share === null ? formatWhole(maxLossCents, locale) : formatShare(share, locale),
    floor: formatWhole(startingBalanceCents - maxLossCents, locale),
    lock: formatWhole(findLock(rules) ?? startingBalanceCents, locale),
  };
}

function textOfLimit(rules: AccountRules, locale: Locale): string {
  const { dailyLoss } = rules;
  if (!('limitBps' in dailyLoss)) return formatWhole(findDailyLimit(rules) ?? 0, locale);
  return getT(locale, 'programs')('daily.share', { share: formatShare(dailyLoss.limitBps, locale) });
}

/** What a program says besides its floor, day and goal. */
function labelTerms({ startingBalanceCents, ...rules }: AccountRules, locale: Locale): readonly RuleLabels[] {
  const t = getT(locale, 'programs');
  const { contractSteps = [], payoutFloor, flatBy, maxContracts } = rules;
  const steps = contractSteps.map(({ belowProfitCents, maxContracts: count }) =>
    t('contracts.step', { count, profit: formatWhole(belowProfitCents, locale) }),
  );
  const floor = payoutFloor && formatWhole(startingBalanceCents + payoutFloor.offsetCents, locale);
  return [
    ...(steps.length === 0
      ? []
      : [{ title: t('contracts.title'), text: t('contracts.text', { steps: steps.join(', '), count: maxContracts }) }]),
    ...(floor === undefined ? [] : [{ title: t('payoutFloor.title'), text: t('payoutFloor.text', { floor }) }]),
    ...(flatBy === undefined
      ? []
      : [{ title: t('flat.title'), text: t(`flat.${flatBy.before}`, { count: flatBy.minutes }) }]),
  ];
}

/** Describes a rule set in sentences, from the same object that the engine enforces. */
export function labelRules(rules: AccountRules, locale: Locale): readonly RuleLabels[] {
  const t = getT(locale, 'programs');
  const { drawdown, dailyLoss, targetCents, minimumDays, consistencyBps } = rules;
  const labels = [
    { title: t('floor.title'), text: t(`floor.${drawdown.mode}`, floorValues(rules, locale)) },
    { title: t('daily.title'), text: t(`daily.${dailyLoss.mode}`, { limit: textOfLimit(rules, locale) }) },
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
  labels.push(...labelTerms(rules, locale));
  if (rules.spreads === 'refused') labels.push({ title: t('direction.title'), text: t('direction.text') });
  return [...labels, { title: t('day.title'), text: t('day.text') }];
}
