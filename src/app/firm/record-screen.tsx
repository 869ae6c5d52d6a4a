import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { EquityCard } from '#app/accounts/office/equity-card.tsx';
import { LoadFailure } from '#app/office/load-failure.tsx';
import styles from '#app/office/record/record.module.css';
import { RecordDetails } from '#app/office/record/record-details.tsx';
import { splitRecord } from '#app/office/record/record-facts.ts';
import { RelatedLists } from '#app/office/related-lists.tsx';
import { $record, canCall } from '#app/office/stores/office.ts';
import { useTexts } from '#app/office/texts.ts';
import { listText } from '#app/office/types.ts';
import { pathTo } from '#routes.ts';
import { officeEquity } from '#shared/accounts/contract-equity.ts';
import { type OfficeListName, officeLists } from '#shared/firm/lists.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { Button } from '#ui/button.tsx';
import { ErrorScreen } from '#ui/error-screen.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { RecordBody } from './record-body.tsx';
import { RecordHeader } from './record-header.tsx';
import { RecordSide } from './record-side.tsx';

/** A record: its title, state and actions, four facts, then what it is about beside its details, then related lists. */
export function RecordScreen({ list, id }: { readonly list: OfficeListName; readonly id: string }) {
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
  if (state.status !== 'ready') return <Skeleton shape="row" count={8} />;
  return <Record list={list} row={state.data} onDone={reload} />;
}

type RecordProps = { readonly list: OfficeListName; readonly row: ListRow; readonly onDone: () => void };

/** Lists whose records are about an account's trading. */
const drawn: ReadonlySet<string> = new Set(['accounts', 'payouts', 'findings', 'conduct', 'disputes', 'differences']);

function Record({ list, row, onDone }: RecordProps) {
  const { strings } = useTexts();
  const { details } = splitRecord(list, row);
  const accountId = list === 'accounts' ? row.id : row['accountId'];
  const recordDetails = <RecordDetails list={list} row={row} columns={details} />;
  // Beside what a decision needs, which is longer than the drawing alone.
  const isDetailsFirst = list === 'payouts';
  return (
    <>
      <RecordHeader list={list} row={row} onDone={onDone} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <RecordBody list={list} row={row} onDone={onDone} />
          {drawn.has(list) && typeof accountId === 'string' && canCall(officeEquity) && (
            <EquityCard accountId={accountId} title={list === 'payouts' ? strings.equity_payout : strings.risk_chart} />
          )}
          {isDetailsFirst && recordDetails}
          {typeof row['details'] === 'string' && (
            <pre className={styles.json}>{JSON.stringify(JSON.parse(row['details']), null, 2)}</pre>
          )}
        </div>
        <div className={styles.column}>
          <RecordSide list={list} row={row} />
          {!isDetailsFirst && recordDetails}
        </div>
      </div>
      <RelatedLists list={list} row={row} />
    </>
  );
}
