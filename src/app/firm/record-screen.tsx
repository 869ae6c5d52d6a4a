import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { EquityCard } from '#app/accounts/office/equity-card.tsx';
import { EvidenceCard } from '#app/billing/office/evidence-card.tsx';
import { ActionDone } from '#app/office/actions/use-action-dialog.ts';
import { Cell, columnOf, timeText } from '#app/office/cell.tsx';
import { Due } from '#app/office/due.tsx';
import { LoadFailure } from '#app/office/load-failure.tsx';
import styles from '#app/office/record/record.module.css';
import { RecordDetails } from '#app/office/record/record-details.tsx';
import { identifiers, splitRecord } from '#app/office/record/record-facts.ts';
import { titleOf } from '#app/office/record/record-title.ts';
import { RelatedLists } from '#app/office/related-lists.tsx';
import { $record, canCall } from '#app/office/stores/office.ts';
import { columnText, listText, useTexts } from '#app/office/texts.ts';
import { PayoutFacts } from '#app/payouts/office/payout-facts.tsx';
import { StaffDocuments } from '#app/payouts/office/staff-documents.tsx';
import { FindingFills } from '#app/risk/office/finding-fills.tsx';
import { TicketPanel } from '#app/support/office/ticket-panel.tsx';
import { pathTo } from '#routes.ts';
import { officeEquity } from '#shared/accounts/contract-equity.ts';
import { type OfficeListName, officeLists } from '#shared/firm/lists.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { Button } from '#ui/button.tsx';
import { ErrorScreen } from '#ui/error-screen.tsx';
import { type Fact, Facts } from '#ui/facts.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { RecordActions } from './record-actions.tsx';
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
            <Button label={listText(strings, 'list', list)} href={pathTo('officeList', { list }, locale)} />
          )
        }
      />
    );
  }
  if (state.status === 'failed' || state.status === 'second-factor') {
    return <LoadFailure status={state.status} onRetry={reload} />;
  }
  if (state.status !== 'ready') return <Skeleton shape="row" count={8} />;
  return (
    <ActionDone value={reload}>
      <Record list={list} row={state.data} />
    </ActionDone>
  );
}

type RecordProps = { readonly list: OfficeListName; readonly row: ListRow };

/** Lists whose records are about an account's trading. */
const drawn: ReadonlySet<string> = new Set(['accounts', 'payouts', 'findings', 'conduct', 'disputes', 'differences']);

function Record({ list, row }: RecordProps) {
  const { strings } = useTexts();
  const { details } = splitRecord(list, row);
  const accountId = list === 'accounts' ? row.id : row['accountId'];
  const recordDetails = <RecordDetails list={list} row={row} columns={details} />;
  // Beside what a decision needs, which is longer than the drawing alone.
  const isDetailsFirst = list === 'payouts';
  return (
    <>
      <RecordHeader list={list} row={row} />
      <div className={`stack ${styles.columns}`}>
        <div className={styles.column}>
          <RecordBody list={list} row={row} />
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

/** The title line with state and actions, and the key facts below it. */
function RecordHeader({ list, row }: RecordProps) {
  const texts = useTexts();
  const { strings, locale } = texts;
  const { state, facts } = splitRecord(list, row);
  const title = titleOf(list, row, texts);
  const known = identifiers.filter((name) => name in officeLists[list].columns && row[name] && row[name] !== title);
  return (
    <>
      <header className={`cluster between ${styles.header}`}>
        <div>
          <p className="text-14">
            {officeLists[list].isRecordOnly ? (
              listText(strings, 'list', list)
            ) : (
              <a href={pathTo('officeList', { list }, locale)}>{listText(strings, 'list', list)}</a>
            )}
          </p>
          <div className={`cluster ${styles.titleLine}`}>
            <h1 dir="auto">{title}</h1>
            {state !== null && <Cell list={list} row={row} column={state} full />}
          </div>
          <p className={`cluster ${styles.identifiers}`}>
            {known.map((name) => (
              <span key={name}>
                <Cell list={list} row={row} column={name} full />
              </span>
            ))}
          </p>
        </div>
        <RecordActions list={list} row={row} />
      </header>
      {list === 'payouts' ? <PayoutFacts row={row} /> : <Facts facts={facts.map((column) => factOf(column))} />}
    </>
  );

  function factOf(column: string): Fact {
    const value = row[column];
    const label = columnText(strings, list, column);
    if (columnOf(list, column)?.kind === 'deadline' && typeof value === 'number')
      return { key: column, label, value: <Due at={value} />, note: timeText(value) };
    if (columnOf(list, column)?.kind === 'time' && typeof value === 'number') {
      const [day, time] = timeText(value).split(' ');
      return { key: column, label, value: day, note: time };
    }
    return { key: column, label, value: <Cell list={list} row={row} column={column} full /> };
  }
}

type RecordBodyProps = { readonly list: OfficeListName; readonly row: ListRow };

/** What a record is worked on with: a ticket's conversation, documents, or fills. */
function RecordBody({ list, row }: RecordBodyProps) {
  if (list === 'tickets') return <TicketPanel key={row.id} row={row} />;
  if (list === 'identity' || list === 'requests') return <StaffDocuments list={list} id={row.id} />;
  if (list === 'findings') return <FindingFills row={row} />;
  if (list === 'chargebacks') return <EvidenceCard disputeId={row.id} />;
  return null;
}
