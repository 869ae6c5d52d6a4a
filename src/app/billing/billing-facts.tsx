import { findMonthlyCost, findNextCharge, type NextCharge, sumCents } from '#shared/billing/next-charge.ts';
import { Facts } from '#ui/facts.tsx';
import { Money } from '#ui/money.tsx';
import type { Pending } from './stores/billing.ts';
import { type BillingTexts, useTexts } from './texts.ts';
import { dayText } from './types.ts';

/** What is charged next, what is due now, and what every month costs. */
export function BillingFacts({ pending: { subscriptions, bills } }: { readonly pending: Pending }) {
  const texts = useTexts();
  const { strings, t, locale } = texts;
  const next = findNextCharge(subscriptions, bills);
  const monthly = findMonthlyCost(subscriptions);
  return (
    <Facts
      facts={[
        {
          label: strings.next_charge,
          value: <Money cents={next?.amountCents ?? 0} locale={locale} isPrice />,
          note:
            next === null
              ? strings[bills.length > 0 ? 'next_charge_unpaid' : 'next_charge_none']
              : chargeNote(next, texts),
        },
        {
          label: strings.due_now,
          value: <Money cents={sumCents(bills)} locale={locale} isPrice />,
          note: bills.length === 0 ? strings.due_now_none : t('due_now_note', { count: bills.length }),
        },
        {
          label: strings.monthly,
          value: <Money cents={monthly.amountCents} locale={locale} isPrice />,
          note: t('monthly_note', { count: monthly.count }),
        },
      ]}
    />
  );
}

function chargeNote({ at, names, cardEnding }: NextCharge, { t, locale }: BillingTexts): string {
  const note = t('next_charge_note', { date: dayText(at, locale), names: names.join(', ') });
  return cardEnding === null ? note : t('next_charge_card', { note, ending: cardEnding });
}
