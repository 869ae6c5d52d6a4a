import { getCatalog, getPayoutTerms } from '#content/catalog.ts';
import type { Offer } from '#content/programs.ts';
import { formatShare, formatWhole } from '#i18n/format.ts';
import type { Locale } from '#i18n/locales.ts';
import { getT } from '#i18n/t.ts';
import { findMaxLoss } from '#shared/accounts/drawdown/registry.ts';

type Fact = { readonly label: string; readonly value: string };

/** What decides between the sizes of a program: the target, the loss that ends it, and the contracts. */
export function getRuleFacts({ rules }: Offer, locale: Locale): readonly Fact[] {
  const t = getT(locale, 'programs');
  const money = (cents: number | null) => (cents === null ? t('value.none') : formatWhole(cents, locale));
  const maxLoss = findMaxLoss(rules.drawdown);
  const loss =
    maxLoss === null && rules.dailyLoss.mode !== 'none'
      ? { label: t('label.dailyLimit'), value: money(rules.dailyLoss.limitCents) }
      : { label: t('label.maxLoss'), value: money(maxLoss) };
  return [
    { label: t('label.target'), value: money(rules.targetCents) },
    loss,
    { label: t('label.contracts'), value: String(rules.maxContracts) },
  ];
}

/** What a funded account pays: the split, the caps in order, and how much the best day may count. */
export function getPayoutFacts({ program, size }: Offer, locale: Locale): readonly Fact[] {
  const t = getT(locale, 'programs');
  const catalog = getCatalog();
  const terms = getPayoutTerms(catalog, catalog.packages.rulesVersion, { program, size });
  const full = formatWhole(terms.split.fullUntilCents, locale);
  return [
    {
      label: t('payout.split'),
      value: t('payout.splitValue', { full, share: formatShare(terms.split.traderBps, locale) }),
    },
    {
      label: t('payout.caps'),
      value: terms.capsCents
        .filter((cents) => cents > 0)
        .map((cents) => formatWhole(cents, locale))
        .join(' · '),
    },
    {
      label: t('payout.bestDay'),
      value: t('payout.bestDayValue', { share: formatShare(terms.bestDayShareBps, locale) }),
    },
  ];
}
