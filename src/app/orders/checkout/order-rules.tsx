import { findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import { findDailyLimit } from '#shared/accounts/rules/daily-loss.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import styles from './checkout.module.css';
import { type PackageDetails, useTexts } from './texts.ts';

export function OrderRules({ chosen, platform }: { readonly chosen: PackageDetails; readonly platform: PlatformName }) {
  const { strings, t, locale } = useTexts();
  const { rules, activationPriceCents } = chosen;
  const money = (cents: number) => <Money cents={cents} locale={locale} whole isPrice />;
  const maxLossCents = findMaxLoss(rules);
  const dailyLimitCents = findDailyLimit(rules);
  return (
    <DescriptionList
      items={[
        { term: strings.platform, value: strings[`platform_${platform}`] },
        { term: strings.rule_drawdown, value: strings[`drawdown_${rules.drawdown.mode}`] },
        {
          term: strings.rule_target,
          value: rules.targetCents === null ? strings.none_target : money(rules.targetCents),
        },
        {
          term: strings.rule_max_loss,
          value: maxLossCents === null ? strings.none_max_loss : money(maxLossCents),
        },
        ...(dailyLimitCents === null ? [] : [{ term: strings.rule_daily_limit, value: money(dailyLimitCents) }]),
        { term: strings.rule_days, value: rules.minimumDays || strings.none_days },
        {
          term: strings.rule_contracts,
          value: (
            <>
              {t('rule_contracts_value', { minis: rules.maxContracts })}
              <small className={styles.ruleNote}>{strings.rule_contracts_note}</small>
            </>
          ),
        },
        {
          term: strings.rule_activation,
          value: activationPriceCents === null ? strings.none_activation : money(activationPriceCents),
        },
      ]}
    />
  );
}
