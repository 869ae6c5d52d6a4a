import { getCatalog, getPayoutTerms } from '#content/catalog.ts';
import type { Offer } from '#content/programs.ts';
import { formatShare, formatWhole } from '#i18n/format.ts';
import type { Locale } from '#i18n/locales.ts';
import { getT } from '#i18n/pages.ts';
import { findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import { findDailyLimit } from '#shared/accounts/rules/daily-loss.ts';
import { promisePayouts } from '#shared/payouts/promise.ts';

export type Fact = { readonly label: string; readonly value: string };

/** What decides between the sizes of a program: the target, the loss that ends it, and the contracts. */
export function getRuleFacts({ rules }: Offer, locale: Locale): readonly [target: Fact, loss: Fact, contracts: Fact] {
  const t = getT(locale, 'programs');
  const fact = (name: 'target' | 'maxLoss' | 'dailyLimit', cents: number | null): Fact => ({
    label: t(`label.${name}`),
    value: cents === null ? t(`none.${name}`) : formatWhole(cents, locale),
  });
  const maxLoss = findMaxLoss(rules);
  const dailyLimit = findDailyLimit(rules);
  return [
    fact('target', rules.targetCents),
    maxLoss === null && dailyLimit !== null ? fact('dailyLimit', dailyLimit) : fact('maxLoss', maxLoss),
    { label: t('label.contracts'), value: String(rules.maxContracts) },
  ];
}

/** What a funded account pays, and when: enough to compute a payout with. */
export function getPayoutFacts({ program, size }: Offer, locale: Locale): readonly Fact[] {
  const t = getT(locale, 'programs');
  const money = (cents: number) => formatWhole(cents, locale);
  const share = (bps: number) => formatShare(bps, locale);
  const catalog = getCatalog();
  const terms = getPayoutTerms(catalog, catalog.packages.rulesVersion, { program, size });
  const { firstProfitCents, capsCents, totalCents, keptBps } = promisePayouts(terms);
  const { split, minimumCents, winningDays, winningDayMinimumCents, profitShareBps, bufferCents } = terms;
  return [
    {
      label: t('payout.split'),
      value:
        keptBps === null
          ? t('payout.splitValue', { full: money(split.fullUntilCents), share: share(split.traderBps) })
          : t('payout.splitEach', { share: share(keptBps) }),
    },
    {
      label: t('payout.payable'),
      value: t('payout.payableValue', { share: share(profitShareBps), buffer: money(bufferCents) }),
    },
    {
      label: t('payout.first'),
      value: t('payout.firstValue', { minimum: money(minimumCents), profit: money(firstProfitCents) }),
    },
    {
      label: t('payout.winningDays'),
      value: t('payout.winningDaysValue', { days: winningDays, minimum: money(winningDayMinimumCents) }),
    },
    { label: t('payout.bestDay'), value: t('payout.bestDayValue', { share: share(terms.bestDayShareBps) }) },
    {
      label: totalCents === null ? t('payout.capsRepeated') : t('payout.caps', { count: capsCents.length }),
      value: capsCents.map(money).join('\u00A0· '),
    },
  ];
}
