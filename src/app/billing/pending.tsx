import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { pathTo } from '#routes.ts';
import { findMonthlyCost, findNextCharge, type NextCharge, sumCents } from '#shared/billing/next-charge.ts';
import page from '#ui/account-page.module.css';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Facts } from '#ui/facts.tsx';
import { Money } from '#ui/money.tsx';
import { BilledToDialog } from './billed-to-dialog.tsx';
import { BillingSkeleton, LoadingBilling, pendingLists } from './billing-skeleton.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { DataOffers } from './data-offers.tsx';
import { LoadFailed } from './load-failed.tsx';
import { Bills, Subscriptions } from './pending-lists.tsx';
import { $pending, followPending, type Pending, saveCalendar } from './stores/billing.ts';
import {
  type BillingProps,
  type BillingTexts,
  dayText,
  defineIsland,
  type MarketDataDetails,
  subscriptionsTitle,
  useTexts,
} from './texts.ts';

export const BillingPendingIsland = defineIsland({
  route: 'billingPending',
  screen: PendingScreen,
  skeleton: () => <BillingSkeleton lists={pendingLists} />,
});

function PendingScreen(props: BillingProps & MarketDataDetails) {
  const { strings, locale } = useTexts();
  const state = useStore($pending);
  useEffect(followPending, []);
  if (state.status === 'loading') return <LoadingBilling lists={pendingLists} />;
  if (state.status === 'failed') return <LoadFailed retry={$pending.load} />;
  const { bills, subscriptions, dataOffers } = state.data;
  return (
    <div className={page.page}>
      <header className="cluster">
        <h1 className={page.title}>{strings.pending_title}</h1>
        <Button label={strings.history_link} variant="quiet" size="small" href={pathTo('billingHistory', {}, locale)} />
        <Button label={strings.calendar} variant="outline" size="small" onClick={saveCalendar} />
      </header>
      <div aria-live="polite" className="stack gap-5">
        <BillingFacts pending={state.data} />
        {bills.length > 0 && (
          <Card as="section" title={strings.bills_title}>
            <Bills bills={bills} />
          </Card>
        )}
      </div>
      <Card as="section" title={strings.subscriptions_title} titleId={subscriptionsTitle}>
        <Subscriptions subscriptions={subscriptions} />
      </Card>
      <Card as="section" title={strings.data_title}>
        <DataOffers {...props} dataOffers={dataOffers} />
      </Card>
      <BilledToDialog />
      <CancelDialog />
    </div>
  );
}

function BillingFacts({ pending: { subscriptions, bills } }: { readonly pending: Pending }) {
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
