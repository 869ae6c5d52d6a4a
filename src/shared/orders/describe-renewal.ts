import { formatBillingDate } from '#lib/billing-date.ts';
import { formatMoney } from '#lib/money/format.ts';
import type { BillingInterval } from './types.ts';

type Renewal = { readonly amountCents: number; readonly billingInterval: BillingInterval; readonly nextAt: number };

type Key = 'renewal_title' | 'renewal_monthly' | 'renewal_yearly' | 'renewal_how' | 'renewal_label';

/**
 * What the checkout says about a renewal beside the button: its title, amount and date, how it ends, and the consent.
 * The order keeps the same sentences.
 */
export function describeRenewal(
  { amountCents, billingInterval, nextAt }: Renewal,
  locale: string,
  t: (key: Key, values?: Record<string, string>) => string,
) {
  const values = { amount: formatMoney(amountCents, locale), date: formatBillingDate(nextAt, locale) };
  return {
    title: t('renewal_title'),
    text: t(`renewal_${billingInterval}`, values),
    how: t('renewal_how'),
    label: t('renewal_label'),
  };
}
