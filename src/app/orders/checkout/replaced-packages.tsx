import { formatBillingDate } from '#lib/billing-date.ts';
import { Alert } from '#ui/alert.tsx';
import type { OrderQuote } from '../stores/checkout-state.ts';
import { useTexts } from './texts.ts';

/** What the order replaces, so that nobody pays for two packages without knowing. */
export function ReplacedPackages({ ends }: Pick<OrderQuote, 'ends'>) {
  const { strings, t, locale } = useTexts();
  if (ends.length === 0) return null;
  return (
    <Alert kind="info" title={strings.ends_title} role="status">
      {ends.map(({ name, endsAt }) => t('ends_text', { name, date: formatBillingDate(endsAt, locale) })).join(' ')}
    </Alert>
  );
}
