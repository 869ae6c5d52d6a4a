import { formatBillingDate } from '#lib/billing-date.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { minimumSample } from '#shared/reviews/sample.ts';
import { Alert } from '#ui/alert.tsx';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import type { OrderQuoteState } from '../stores/checkout-state.ts';
import { TargetAccountSkeleton } from './checkout-skeleton.tsx';
import { useTexts } from './texts.ts';

type TargetAccountCardProps = {
  readonly selection: ProductSelection;
  readonly quote: OrderQuoteState;
};

/** The account that the order is for, so that nobody resets or renews a different one. */
export function TargetAccountCard({ selection, quote }: TargetAccountCardProps) {
  const { strings, t, locale } = useTexts();
  const account = quote.quote?.account;
  if (!account) return quote.status !== 'failed' && 'accountId' in selection ? <TargetAccountSkeleton /> : null;
  const { name, platformAccountId, status, periodEndsAt, isDisputed } = account;
  const sample = quote.quote?.reviewSample;
  return (
    <Card as="section" title={strings.for_account}>
      <DescriptionList
        items={[
          { term: strings.account, value: `${name} · ${platformAccountId}` },
          { term: strings.account_status, value: strings[`status_${status}`] },
          ...(sample
            ? [
                {
                  term: strings.review_record,
                  value: t('review_record_value', { trades: sample.trades, days: sample.days }),
                },
              ]
            : []),
          {
            term: strings.period_ends,
            value: periodEndsAt === null ? strings.no_period : formatBillingDate(periodEndsAt, locale),
          },
        ]}
      />
      {isDisputed && selection.kind === 'reset' && (
        <Alert kind="warning" title={strings.reset_disputed_title} role="status">
          {strings.reset_disputed}
        </Alert>
      )}
    </Card>
  );
}

/** Warns before payment that the account has too few fills for a review to find anything. */
export function SmallSampleAlert({ quote }: Pick<TargetAccountCardProps, 'quote'>) {
  const { strings, t } = useTexts();
  const sample = quote.quote?.reviewSample;
  if (!sample || sample.isEnough) return null;
  return (
    <Alert kind="warning" title={strings.review_few_title} role="status">
      {t('review_few_text', {
        ...{ trades: sample.trades, days: sample.days },
        ...{ minTrades: minimumSample.trades, minDays: minimumSample.days },
      })}
    </Alert>
  );
}
