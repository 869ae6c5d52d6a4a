import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { pathTo } from '#routes.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { type OfficeListName, officeLists } from '#shared/office/lists.ts';
import { Button } from '#ui/button.tsx';
import { ErrorScreen } from '#ui/error-screen.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { RecordActions } from './actions/record-actions.tsx';
import { Cell } from './cell.tsx';
import { FindingFills } from './finding-fills.tsx';
import { LoadFailure } from './load-failure.tsx';
import styles from './office.module.css';
import { PayoutChecklist } from './payout-checklist.tsx';
import recordStyles from './record.module.css';
import { RelatedLists } from './related-lists.tsx';
import { StaffDocuments } from './staff-documents.tsx';
import { $record, loadRecord } from './stores/office.ts';
import { useTexts } from './texts.ts';
import { TicketPanel } from './tickets/ticket-panel.tsx';
import { actionText, columnText, type OfficeStrings, textOf, valueText } from './types.ts';

type RecordScreenProps = { readonly list: OfficeListName; readonly id: string };

/** A record: all values of its row, its actions, and related lists. */
export function RecordScreen({ list, id }: RecordScreenProps) {
  const { strings, locale } = useTexts();
  const state = useStore($record);
  const reload = () => loadRecord(list, id);
  const { isRecordOnly } = officeLists[list];
  useEffect(() => void loadRecord(list, id), [list, id]);
  if (state.status === 'missing') {
    return (
      <ErrorScreen
        title={strings.missing_title}
        text={strings.missing_text}
        actions={
          isRecordOnly ? undefined : (
            <Button href={pathTo('officeList', { list }, locale)}>{textOf(strings, 'list', list)}</Button>
          )
        }
      />
    );
  }
  if (state.status === 'failed' || state.status === 'second-factor') {
    return <LoadFailure status={state.status} onRetry={reload} />;
  }
  const row = state.status === 'ready' ? state.data : null;
  return (
    <>
      <header>
        <p className={recordStyles.back}>
          {isRecordOnly ? (
            textOf(strings, 'list', list)
          ) : (
            <a href={pathTo('officeList', { list }, locale)}>{textOf(strings, 'list', list)}</a>
          )}
        </p>
        <h1 className={styles.title}>{row ? titleOf(list, row, strings) : textOf(strings, 'one', list)}</h1>
      </header>
      {row === null ? (
        <Skeleton shape="row" count={8} />
      ) : (
        <div className={recordStyles.record}>
          <Facts list={list} row={row} />
          <RecordActions list={list} row={row} onDone={reload} />
          {list === 'payouts' && <PayoutChecklist row={row} />}
        </div>
      )}
      {row && list === 'tickets' && <TicketPanel key={row.id} row={row} onDone={reload} />}
      {row && (list === 'identity' || list === 'requests') && <StaffDocuments list={list} id={row.id} />}
      {row && list === 'findings' && <FindingFills row={row} />}
      {row && <RelatedLists list={list} row={row} />}
    </>
  );
}

const titles = {
  ...{
    people: 'email',
    staff: 'email',
    orders: 'number',
    tickets: 'subject',
    audit: 'action',
    timeline: 'action',
    jobs: 'job',
  },
  ...{
    payouts: 'number',
    batches: 'number',
    payments: 'reference',
    incidents: 'title',
    features: 'title',
    imports: 'file',
    entries: 'reference',
  },
  ...{ identity: 'email', screenings: 'name' },
  ...{ affiliates: 'code', chargebacks: 'order', commissions: 'order', halts: 'target', bridge: 'platform' },
  ...{ coupons: 'code', discounts: 'code', announcements: 'title', newsletter: 'email', subscriptions: 'name' },
} as const;

/** The record's name, as people use it. */
function titleOf(list: OfficeListName, row: ListRow, strings: OfficeStrings): string {
  const column = (titles as Readonly<Partial<Record<string, string>>>)[list] ?? 'account';
  const title = String(row[column] ?? row['account'] ?? row.id);
  if (list === 'halts') {
    const scope = valueText(strings, 'scope', String(row['scope']));
    return row['target'] === null ? scope : `${scope} · ${textOf(strings, 'value', title)}`;
  }
  if (column === 'action') return actionText(strings, title);
  return column === 'platform' ? textOf(strings, 'value', title) : title;
}

/** Columns that exist only as link targets of the value beside them, or are shown elsewhere on the screen. */
const isHidden = (column: string) =>
  (column.endsWith('Id') && column !== 'entityId') || ['details', 'fills', 'isRefundable'].includes(column);

/** Free text gets the full width. */
const isLong = (value: ListRow[string] | undefined) => typeof value === 'string' && value.length > 60;

function Facts({ list, row }: { readonly list: OfficeListName; readonly row: ListRow }) {
  const { strings } = useTexts();
  // A platform's time is its last heartbeat, which has a column.
  const repeated = list === 'bridge' ? 'at' : 'id';
  const shown = officeLists[list].columns.filter(
    (column) => column !== 'id' && column !== repeated && !isHidden(column),
  );
  // The id only serves a search in logs, so it comes last.
  const columns = [...shown, 'id'];
  return (
    <div className={recordStyles.facts}>
      <dl className={recordStyles.factList}>
        {columns.map((column) => (
          <div key={column} className={recordStyles.fact} data-long={isLong(row[column]) || undefined}>
            <dt>{columnText(strings, list, column)}</dt>
            <dd>
              <Cell list={list} row={row} column={column} full />
            </dd>
          </div>
        ))}
      </dl>
      {typeof row['details'] === 'string' && (
        <pre className={recordStyles.details}>{JSON.stringify(JSON.parse(row['details']), null, 2)}</pre>
      )}
    </div>
  );
}
