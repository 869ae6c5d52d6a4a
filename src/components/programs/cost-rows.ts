import type { Offer } from '#content/programs.ts';
import { formatShare, formatWhole } from '#i18n/format.ts';
import type { Locale } from '#i18n/locales.ts';
import { getT } from '#i18n/pages.ts';
import { findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import { findDailyLimit } from '#shared/accounts/rules/daily-loss.ts';
import { instruments } from '#shared/exchange/instruments.ts';

/** A contract and its micro as examples of trading costs; the FAQ lists all contracts. */
const commissionExamples = ['ES', 'MES'] as const;

export type CostRow = {
  readonly label: string;
  readonly cells: readonly string[];
  /** The row of prices, in which each cell says what the price is for. */
  readonly isPrice?: true;
};

/** The rows of the size table, without rows that would be empty for every size. */
export function getCostRows(offers: readonly Offer[], locale: Locale): readonly CostRow[] {
  const t = getT(locale, 'programs');
  const money = (cents: number) => formatWhole(cents, locale);
  const row = (label: string, cell: (offer: Offer) => string, isPrice?: true): CostRow => ({
    label,
    cells: offers.map(cell),
    ...(isPrice && { isPrice }),
  });
  /** A row of sums; what has none says so in the gender of its label. */
  const sums = (name: 'target' | 'maxLoss' | 'dailyLimit' | 'activation', centsOf: (offer: Offer) => number | null) =>
    row(t(`label.${name}`), (offer) => {
      const cents = centsOf(offer);
      return cents === null ? t(`none.${name}`) : money(cents);
    });
  const rows = [
    row(t('label.startingBalance'), ({ rules }) => money(rules.startingBalanceCents)),
    sums('target', ({ rules }) => rules.targetCents),
    sums('maxLoss', ({ rules }) => findMaxLoss(rules)),
    sums('dailyLimit', ({ rules }) => findDailyLimit(rules)),
    row(t('label.days'), ({ rules }) => (rules.minimumDays > 0 ? String(rules.minimumDays) : t('none.days'))),
    row(t('label.consistency'), ({ rules: { consistencyBps } }) =>
      consistencyBps === null
        ? t('none.consistency')
        : t('value.shareOfProfit', { share: formatShare(consistencyBps, locale) }),
    ),
    row(t('label.contracts'), ({ rules }) => String(rules.maxContracts)),
    row(t('label.micros'), ({ rules }) => String(rules.maxContracts * 10)),
    row(t('label.price'), ({ billing }) => t(`value.${billing}`).replaceAll(' ', '\u00a0'), true),
    sums('activation', ({ activationPriceCents }) => activationPriceCents),
    row(t('label.reset'), ({ resetPriceCents }) =>
      resetPriceCents === null ? t('value.notOffered') : money(resetPriceCents),
    ),
    row(t('label.commission', { codes: commissionExamples.join(' / ') }), () =>
      commissionExamples.map((code) => money(instruments[code].feeCents)).join(' / '),
    ),
  ];
  return rows.filter(
    ({ label, cells }) => label !== t('label.consistency') || cells.some((cell) => cell !== t('none.consistency')),
  );
}
