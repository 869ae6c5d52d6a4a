import { formatFigure } from '#lib/money/format.ts';
import { Facts } from '#ui/facts.tsx';
import { Money } from '#ui/money.tsx';
import type { Affiliate, AffiliateData } from './stores/affiliate.ts';
import { useTexts } from './texts.ts';

type BalancesProps = {
  readonly balances: Affiliate['balances'];
  readonly terms: AffiliateData['terms'];
};

/** What can be paid out first, then the balances before and after it. */
export function Balances({ balances, terms }: BalancesProps) {
  const { strings, t, locale } = useTexts();
  const { pendingCents, availableCents, heldCents, requestedCents, paidCents } = balances;
  const minimum = formatFigure(terms.minimumPayoutCents, locale);
  const money = (cents: number) => <Money cents={cents} locale={locale} />;
  return (
    <Facts
      facts={[
        {
          label: strings.available,
          value: money(availableCents),
          note: availableNote(),
        },
        {
          label: strings.pending,
          value: money(pendingCents),
          note: t('pending_note', { days: terms.pendingDays }),
        },
        { label: strings.requested, value: money(requestedCents), note: strings.requested_note },
        { label: strings.paid, value: money(paidCents), note: strings.paid_note },
      ]}
    />
  );

  function availableNote(): string {
    if (availableCents < 0) return strings.available_negative;
    if (heldCents > 0) return t('available_held', { amount: formatFigure(heldCents, locale) });
    return t('available_note', { amount: minimum });
  }
}
