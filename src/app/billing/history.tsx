import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { AppShell } from '#app/shell/app-shell.tsx';
import { formatMoney } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import styles from './billing.module.css';
import { BillingSkeleton, historyLists, LoadingBilling } from './billing-skeleton.tsx';
import { DocumentView } from './document.tsx';
import { LoadFailed } from './load-failed.tsx';
import { OrderSearch } from './order-search.tsx';
import {
  $document,
  $foundOrders,
  $orderSearch,
  $orders,
  type HistoryOrder,
  loadOrders,
  openDocument,
  saveHistory,
} from './stores/billing.ts';
import { TextsProvider, useTexts } from './texts.ts';
import { type BillingProps, dayText } from './types.ts';

export function BillingHistoryIsland(props: BillingProps) {
  return (
    <AppShell
      route="billingHistory"
      locale={props.locale}
      calls={props.calls}
      skeleton={<BillingSkeleton lists={historyLists} />}
    >
      <TextsProvider strings={props.strings} locale={props.locale}>
        <History />
      </TextsProvider>
    </AppShell>
  );
}

function History() {
  const { strings, locale } = useTexts();
  const state = useStore($orders);
  const found = useStore($foundOrders);
  const billingDocument = useStore($document);
  const opened = useRef<string | null>(null);
  useEffect(() => void loadOrders(), []);
  // Closing a document returns the focus to the button that opened it.
  useEffect(() => {
    if (billingDocument?.status === 'ready') opened.current = billingDocument.value.number;
    if (billingDocument === null && opened.current !== null) document.getElementById(opened.current)?.focus();
  }, [billingDocument]);
  if (state.status === 'loading' || billingDocument?.status === 'loading')
    return <LoadingBilling lists={historyLists} />;
  if (state.status === 'failed') return <LoadFailed retry={loadOrders} />;
  if (billingDocument?.status === 'ready') return <DocumentView {...{ billingDocument: billingDocument.value }} />;
  return (
    <div className={`container ${styles.page}`}>
      <h1 className={styles.title}>{strings.history_title}</h1>
      <div className="cluster">
        {state.value.length > 0 && (
          <Button variant="outline" size="small" onClick={saveHistory}>
            {strings.csv}
          </Button>
        )}
        <Button variant="quiet" size="small" href={pathTo('billingPending', {}, locale)}>
          {strings.pending_link}
        </Button>
      </div>
      {state.value.length > 0 && <OrderSearch />}
      <DataTable
        caption={strings.history_title}
        hideCaption
        rows={found}
        rowKey={({ orderId }) => orderId}
        empty={<Empty isFiltered={state.value.length > 0} />}
        columns={[
          {
            key: 'date',
            header: strings.date,
            cell: ({ createdAt }) => <span className={styles.line}>{dayText(createdAt, locale)}</span>,
          },
          {
            key: 'what',
            header: strings.what,
            isRowHeader: true,
            cell: ({ name, orderNumber }) => (
              <span className={styles.name}>
                {name} <span className={styles.detail}>{orderNumber}</span>
              </span>
            ),
          },
          { key: 'state', header: strings.state, cell: (order) => <State {...{ order }} /> },
          {
            key: 'tax',
            header: strings.tax,
            align: 'end',
            cell: ({ taxCents }) => <Money cents={taxCents} locale={locale} />,
          },
          {
            key: 'total',
            header: strings.total,
            align: 'end',
            cell: (order) => <Total {...{ order }} />,
          },
          {
            key: 'documents',
            header: strings.document,
            align: 'end',
            cell: (order) => <DocumentLinks {...{ order }} />,
          },
        ]}
      />
    </div>
  );
}

type EmptyProps = { readonly isFiltered: boolean };

function Empty({ isFiltered }: EmptyProps) {
  const { strings, locale } = useTexts();
  if (isFiltered) {
    return (
      <EmptyState
        titleLevel={2}
        title={strings.search_empty}
        text={strings.search_empty_text}
        action={<Button onClick={() => $orderSearch.set('')}>{strings.search_clear}</Button>}
      />
    );
  }
  return (
    <EmptyState
      titleLevel={2}
      title={strings.history_empty}
      text={strings.history_empty_text}
      action={<Button href={pathTo('evaluations', {}, locale)}>{strings.see_evaluations}</Button>}
    />
  );
}

type RowProps = { readonly order: HistoryOrder };

function State({ order: { status, deferredUntil } }: RowProps) {
  const { strings, t, locale } = useTexts();
  if (deferredUntil !== null) {
    return <a href={pathTo('myAccount', {}, locale)}>{t('starts_on', { date: dayText(deferredUntil, locale) })}</a>;
  }
  const tone = status === 'fulfilled' ? 'success' : status === 'failed' ? 'danger' : 'neutral';
  return <Badge tone={tone}>{strings[`status_${status}`]}</Badge>;
}

/** The price and, of an order that stays paid, the part that was refunded. */
function Total({ order: { totalCents, refundedCents, status } }: RowProps) {
  const { t, locale } = useTexts();
  const isPart = refundedCents > 0 && status !== 'refunded';
  return (
    <>
      <Money cents={totalCents} locale={locale} />
      {isPart && (
        <span className={styles.detail}>{t('refunded_part', { amount: formatMoney(refundedCents, locale) })}</span>
      )}
    </>
  );
}

/** The documents of an order, or a link to its payment if unpaid. */
function DocumentLinks({ order }: RowProps) {
  const { strings } = useTexts();
  if (order.paymentUrl) {
    return (
      <Button size="small" href={order.paymentUrl}>
        {strings.resume}
      </Button>
    );
  }
  if (order.documents.length === 0) return '–';
  return (
    <span className={styles.documents}>
      {order.documents.map(({ number }) => (
        <Button key={number} id={number} variant="quiet" size="small" onClick={() => openDocument(number)}>
          {number}
        </Button>
      ))}
    </span>
  );
}
