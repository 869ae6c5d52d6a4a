import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { pathTo } from '#routes.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { type OfficeListName, officeLists } from '#shared/office/lists.ts';
import { Button } from '#ui/button.tsx';
import { ErrorScreen } from '#ui/error-screen.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { RecordActions } from './actions/record-actions.tsx';
import { Cell, columnOf } from './cell.tsx';
import { FindingFills } from './finding-fills.tsx';
import { LoadFailure } from './load-failure.tsx';
import styles from './office.module.css';
import { PayoutChecklist } from './payout-checklist.tsx';
import recordStyles from './record.module.css';
import { RelatedLists } from './related-lists.tsx';
import { StaffDocuments } from './staff-documents.tsx';
import { $record } from './stores/office.ts';
import { useTexts } from './texts.ts';
import { TicketPanel } from './tickets/ticket-panel.tsx';
import { actionText, columnText, listText, type OfficeStrings, textOf, valueText } from './types.ts';

type RecordScreenProps = { readonly list: OfficeListName; readonly id: string };

/** A record: all values of its row, its actions, and related lists. */
export function RecordScreen({ list, id }: RecordScreenProps) {
  const { strings, locale } = useTexts();
  const state = useStore($record);
  const reload = () => $record.load(list, id);
  const { isRecordOnly } = officeLists[list];
  useEffect(() => void $record.load(list, id), [list, id]);
  if (state.status === 'missing') {
    return (
      <ErrorScreen
        title={strings.missing_title}
        text={strings.missing_text}
        actions={
          isRecordOnly ? undefined : (
            <Button href={pathTo('officeList', { list }, locale)}>{listText(strings, 'list', list)}</Button>
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
            listText(strings, 'list', list)
          ) : (
            <a href={pathTo('officeList', { list }, locale)}>{listText(strings, 'list', list)}</a>
          )}
        </p>
        <h1 className={styles.title}>{row ? titleOf(list, row, strings) : listText(strings, 'one', list)}</h1>
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

/** The record's name, as people use it. */
function titleOf(list: OfficeListName, row: ListRow, strings: OfficeStrings): string {
  const column = officeLists[list].title;
  const title = String(row[column] ?? row['account'] ?? row.id);
  if (list === 'halts') {
    const scope = valueText(strings, 'scope', String(row['scope']));
    return row['target'] === null ? scope : `${scope} · ${textOf(strings, 'value', title)}`;
  }
  const kind = columnOf(list, column)?.kind;
  if (kind === 'action') return actionText(strings, title);
  return kind === 'label' ? valueText(strings, column, title) : title;
}

/** Free text gets the full width. */
const isLong = (value: ListRow[string] | undefined) => typeof value === 'string' && value.length > 60;

function Facts({ list, row }: { readonly list: OfficeListName; readonly row: ListRow }) {
  const { strings } = useTexts();
  const shown = officeLists[list].fields.filter((column) => column !== 'id' && !columnOf(list, column)?.isHidden);
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
