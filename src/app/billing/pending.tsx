import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { AppShell } from '#app/shell/app-shell.tsx';
import { pathTo } from '#routes.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import styles from './billing.module.css';
import { BillingSkeleton, LoadingBilling, pendingLists } from './billing-skeleton.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { DataOffers } from './data-offers.tsx';
import { LoadFailed } from './load-failed.tsx';
import {
  $pending,
  askToCancel,
  followPending,
  openCardChange,
  type Pending,
  type Subscription,
  saveCalendar,
} from './stores/billing.ts';
import { type BillingTexts, TextsProvider, useTexts } from './texts.ts';
import { type BillingProps, dayText, type MarketDataDetails, subscriptionsTitle } from './types.ts';

export function BillingPendingIsland(props: BillingProps & MarketDataDetails) {
  return (
    <AppShell
      route="billingPending"
      locale={props.locale}
      calls={props.calls}
      skeleton={<BillingSkeleton lists={pendingLists} />}
    >
      <TextsProvider strings={props.strings} locale={props.locale}>
        <PendingScreen {...props} />
      </TextsProvider>
    </AppShell>
  );
}

function PendingScreen(props: BillingProps & MarketDataDetails) {
  const { strings, locale } = useTexts();
  const state = useStore($pending);
  useEffect(followPending, []);
  if (state.status === 'loading') return <LoadingBilling lists={pendingLists} />;
  if (state.status === 'failed') return <LoadFailed retry={$pending.load} />;
  const { bills, subscriptions, dataOffers } = state.data;
  return (
    <div className={`container ${styles.page}`}>
      <h1 className={styles.title}>{strings.pending_title}</h1>
      <div className="cluster">
        <Button variant="outline" size="small" onClick={saveCalendar}>
          {strings.calendar}
        </Button>
        <Button variant="quiet" size="small" href={pathTo('billingHistory', {}, locale)}>
          {strings.history_link}
        </Button>
      </div>
      <section className={styles.section} aria-labelledby="bills">
        <h2 id="bills">{strings.bills_title}</h2>
        <div aria-live="polite">
          <Bills {...props} bills={bills} />
        </div>
      </section>
      <section className={styles.section} aria-labelledby={subscriptionsTitle}>
        <h2 id={subscriptionsTitle} tabIndex={-1}>
          {strings.subscriptions_title}
        </h2>
        <Subscriptions {...props} subscriptions={subscriptions} />
      </section>
      <section className={styles.section} aria-labelledby="market-data">
        <h2 id="market-data">{strings.data_title}</h2>
        <DataOffers {...props} dataOffers={dataOffers} />
      </section>
      <CancelDialog />
    </div>
  );
}

function Bills({ bills }: BillingProps & Pick<Pending, 'bills'>) {
  const { strings, locale } = useTexts();
  return (
    <DataTable
      caption={strings.bills_title}
      hideCaption
      rows={bills}
      rowKey={({ id }) => id}
      empty={<p className="muted">{strings.bills_empty}</p>}
      columns={[
        { key: 'what', header: strings.what, isRowHeader: true, cell: ({ name }) => name },
        {
          key: 'period',
          header: strings.period,
          cell: ({ periodStartsAt, periodEndsAt }) =>
            `${dayText(periodStartsAt, locale)} – ${dayText(periodEndsAt, locale)}`,
        },
        {
          key: 'next',
          header: strings.next_attempt,
          cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? strings.trying : dayText(nextAttemptAt, locale)),
        },
        {
          key: 'amount',
          header: strings.amount,
          align: 'end',
          cell: ({ amountCents }) => <Money cents={amountCents} locale={locale} />,
        },
        {
          key: 'pay',
          header: strings.action,
          align: 'end',
          cell: (bill) => (
            <Button size="small" variant={bill === bills[0] ? 'filled' : 'outline'} href={bill.checkoutPath}>
              {strings.pay_bill}
            </Button>
          ),
        },
      ]}
    />
  );
}

function Subscriptions({ subscriptions }: BillingProps & Pick<Pending, 'subscriptions'>) {
  const texts = useTexts();
  const { strings, locale } = texts;
  return (
    <DataTable
      caption={strings.subscriptions_title}
      hideCaption
      rows={subscriptions}
      rowKey={({ id }) => id}
      empty={<EmptyState titleLevel={3} title={strings.subscriptions_empty} text={strings.history_empty_text} />}
      columns={[
        { key: 'what', header: strings.what, isRowHeader: true, cell: whatText },
        { key: 'next', header: strings.next, cell: (row) => nextText(row, texts) },
        {
          key: 'amount',
          header: strings.amount,
          align: 'end',
          cell: ({ amountCents }) => <Money cents={amountCents} locale={locale} />,
        },
        {
          key: 'cancel',
          header: strings.action,
          align: 'end',
          cell: (row) =>
            row.renews && (
              <div className={styles.actions}>
                {row.amountCents > 0 && (
                  <Button variant="quiet" size="small" onClick={() => openCardChange(row.id)}>
                    {strings.change_card}
                  </Button>
                )}
                <Button variant="danger" size="small" onClick={() => askToCancel(row)}>
                  {strings.cancel}
                </Button>
              </div>
            ),
        },
      ]}
    />
  );
}

/** The feed tells apart subscriptions with the same name. Thor copies to accounts on any of them. */
function whatText({ kind, name, platform }: Subscription) {
  return (
    <span className={styles.what}>
      {name}
      {kind !== 'thor' && <small>{platformFacts[platform].name}</small>}
    </span>
  );
}

function nextText(row: Subscription, { strings, t, locale }: BillingTexts) {
  const date = dayText(row.periodEndsAt, locale);
  if (row.status === 'ended') return row.endReason === 'passed' ? strings.ended_passed : strings.ended;
  if (row.status === 'past-due') return <Badge tone="danger">{strings.past_due}</Badge>;
  if (row.endsInactive) return t('ends_inactive', { date });
  return t(row.renews ? `renews_${row.billingInterval}` : 'ends', { date });
}
