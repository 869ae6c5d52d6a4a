import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { pathTo } from '#routes.ts';
import page from '#ui/account-page.module.css';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { TextInput } from '#ui/text-input.tsx';
import styles from './billing.module.css';
import { BillingSkeleton, historyLists, LoadingBilling } from './billing-skeleton.tsx';
import { DocumentView } from './document.tsx';
import { LoadFailed } from './load-failed.tsx';
import { DocumentLinks, State, Total } from './order-cells.tsx';
import { $document, $foundOrders, $orderSearch, $orders, saveHistory } from './stores/billing.ts';
import { dayText, defineIsland, useTexts } from './texts.ts';

export const BillingHistoryIsland = defineIsland({
  route: 'billingHistory',
  screen: History,
  skeleton: () => <BillingSkeleton lists={historyLists} />,
});

function History() {
  const { strings, locale } = useTexts();
  const state = useStore($orders);
  const found = useStore($foundOrders);
  const billingDocument = useStore($document);
  const opened = useRef<string | null>(null);
  useEffect(() => void $orders.load(), []);
  // Closing a document returns the focus to the button that opened it.
  useEffect(() => {
    if (billingDocument.status === 'ready') opened.current = billingDocument.data.number;
    if (billingDocument.status === 'closed' && opened.current !== null)
      document.getElementById(opened.current)?.focus();
  }, [billingDocument]);
  if (state.status === 'loading' || billingDocument.status === 'loading')
    return <LoadingBilling lists={historyLists} />;
  if (state.status === 'failed') return <LoadFailed retry={$orders.load} />;
  if (billingDocument.status === 'ready') return <DocumentView billingDocument={billingDocument.data} />;
  return (
    <div className={page.page}>
      <header className="cluster">
        <h1 className={page.title}>{strings.history_title}</h1>
        <Button label={strings.pending_link} variant="quiet" size="small" href={pathTo('billingPending', {}, locale)} />
        {state.data.orders.length > 0 && (
          <Button label={strings.csv} variant="outline" size="small" onClick={saveHistory} />
        )}
      </header>
      {state.data.orders.length > 0 && <OrderSearch />}
      <DataTable
        caption={strings.history_title}
        rows={found}
        rowKey={({ orderId }) => orderId}
        empty={<Empty isFiltered={state.data.orders.length > 0} />}
        columns={[
          {
            header: strings.date,
            sorted: 'descending',
            place: 'note',
            cell: ({ createdAt }) => <span className="nowrap">{dayText(createdAt, locale)}</span>,
          },
          {
            header: strings.what,
            isRowHeader: true,
            place: 'lead',
            cell: ({ name }) => <span className={styles.name}>{name}</span>,
          },
          {
            header: strings.order,
            place: 'note',
            cell: ({ orderNumber }) => <span className="nowrap">{orderNumber}</span>,
          },
          { header: strings.state, place: 'note', cell: (order) => <State order={order} /> },
          {
            place: 'wide',
            header: strings.tax,
            align: 'end',
            cell: ({ taxCents }) => taxCents !== 0 && <Money cents={taxCents} locale={locale} isPrice />,
          },
          { place: 'value', header: strings.total, align: 'end', cell: (order) => <Total order={order} /> },
          { place: 'result', header: strings.document, align: 'end', cell: (order) => <DocumentLinks order={order} /> },
        ]}
      />
    </div>
  );
}

function Empty({ isFiltered }: { readonly isFiltered: boolean }) {
  const { strings, locale } = useTexts();
  if (isFiltered) {
    return (
      <EmptyState
        title={strings.search_empty}
        text={strings.search_empty_text}
        action={<Button label={strings.search_clear} onClick={() => $orderSearch.set('')} />}
      />
    );
  }
  return (
    <EmptyState
      title={strings.history_empty}
      text={strings.history_empty_text}
      action={<Button label={strings.see_evaluations} href={pathTo('evaluations', {}, locale)} />}
    />
  );
}

/** Filters the history as the person types; order numbers match without hyphens, as read out over the phone. */
function OrderSearch() {
  const { strings } = useTexts();
  const search = useStore($orderSearch);
  return (
    <search className={styles.search}>
      <TextInput
        label={strings.search}
        placeholder={strings.search_hint}
        type="search"
        name="order"
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={(event) => $orderSearch.set(event.target.value)}
      />
    </search>
  );
}
