import { formatBillingDate } from '../../lib/billing-date.ts';
import type { QuoteState } from '../../stores/checkout-state.ts';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { useTexts } from './texts.ts';

type TargetAccountCardProps = {
  readonly quote: QuoteState;
};

/** The account the order is for, so that nobody resets or renews a different one. */
export function TargetAccountCard({ quote }: TargetAccountCardProps) {
  const { strings, locale } = useTexts();
  const account = quote.quote?.account;
  if (!account) return null;
  const { name, platformAccountId, status, periodEndsAt } = account;
  return (
    <Card as="section" title={strings.for_account}>
      <DescriptionList
        items={[
          { term: strings.account, value: `${name} · ${platformAccountId}` },
          { term: strings.account_status, value: strings[`status_${status}`] },
          {
            term: strings.period_ends,
            value: periodEndsAt === null ? strings.no_period : formatBillingDate(periodEndsAt, locale),
          },
        ]}
      />
    </Card>
  );
}
