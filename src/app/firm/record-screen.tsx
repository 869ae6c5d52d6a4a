import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect } from 'react';
import { ActionDone } from '#app/office/actions/use-action-dialog.ts';
import { Cell, columnOf, timeText } from '#app/office/cell.tsx';
import { Due } from '#app/office/due.tsx';
import { LoadFailure } from '#app/office/load-failure.tsx';
import styles from '#app/office/record/record.module.css';
import { RecordDetails } from '#app/office/record/record-details.tsx';
import { identifiers, splitRecord } from '#app/office/record/record-facts.ts';
import { titleOf } from '#app/office/record/record-title.ts';
import { RelatedLists } from '#app/office/related-lists.tsx';
import { $record } from '#app/office/stores/office.ts';
import { columnText, listText, useTexts } from '#app/office/texts.ts';
import toolbar from '#app/office/toolbar.module.css';
import { pathTo } from '#routes.ts';
import { type OfficeListName, officeLists } from '#shared/firm/lists.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { Button } from '#ui/button.tsx';
import { ErrorScreen } from '#ui/error-screen.tsx';
import { type Fact, Facts } from '#ui/facts.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

export type RecordProps = { readonly list: OfficeListName; readonly id: string };

export type RecordPartProps = { readonly list: OfficeListName; readonly row: ListRow };

/** What a kind of record has of its own, loaded with it. */
type RecordParts = {
  /** Those that the person's roles and the record's state allow. */
  readonly Actions: ComponentType<RecordPartProps>;
  readonly Facts?: ComponentType<RecordPartProps>;
  /** What it is worked on with. */
  readonly Body?: ComponentType<RecordPartProps>;
  readonly Side?: ComponentType<RecordPartProps>;
  /** In the place of the lists that belong to every record of its kind. */
  readonly Related?: ComponentType<RecordPartProps>;
};

/** A record: its title, state and actions, four facts, then what it is about beside its details, then related lists. */
export function RecordScreen({ list, id, ...parts }: RecordProps & RecordParts) {
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
      <Record {...parts} list={list} row={state.data} />
    </ActionDone>
  );
}

type Parts = RecordPartProps & RecordParts;

function Record({ list, row, Actions, Facts: OwnFacts, Body, Side, Related = RelatedLists }: Parts) {
  const { facts, details } = splitRecord(list, row);
  const recordDetails = <RecordDetails list={list} row={row} columns={details} />;
  return (
    <>
      <header className={`cluster between ${styles.header}`}>
        <RecordTitle list={list} row={row} />
        <div className={`cluster ${toolbar.toolbar}`}>
          <Actions list={list} row={row} />
        </div>
      </header>
      {OwnFacts ? <OwnFacts list={list} row={row} /> : <RecordFacts list={list} row={row} columns={facts} />}
      <div className={`stack ${styles.columns}`}>
        <div className={styles.column}>
          {Body && <Body list={list} row={row} />}
          {/* Beside what a decision needs, which is longer than the drawing alone. */}
          {(Side || details.length === 0) && recordDetails}
          {typeof row['details'] === 'string' && (
            <pre className={styles.json}>{JSON.stringify(JSON.parse(row['details']), null, 2)}</pre>
          )}
        </div>
        <div className={styles.column}>
          {Side ? <Side list={list} row={row} /> : details.length > 0 && recordDetails}
        </div>
      </div>
      <Related list={list} row={row} />
    </>
  );
}

function RecordTitle({ list, row }: RecordPartProps) {
  const texts = useTexts();
  const { strings, locale } = texts;
  const { state } = splitRecord(list, row);
  const title = titleOf(list, row, texts);
  const known = identifiers.filter((name) => name in officeLists[list].columns && row[name] && row[name] !== title);
  return (
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
  );
}

function RecordFacts({ list, row, columns }: RecordPartProps & { readonly columns: readonly string[] }) {
  const { strings } = useTexts();
  return <Facts facts={columns.map(factOf)} />;

  function factOf(column: string): Fact {
    const value = row[column];
    const label = columnText(strings, list, column);
    if (columnOf(list, column)?.kind === 'deadline' && typeof value === 'number')
      return { key: column, label, value: <Due at={value} />, note: timeText(value) };
    if (columnOf(list, column)?.kind === 'time' && typeof value === 'number') {
      const [day, time] = timeText(value).split(' ');
      return { key: column, label, value: day, note: time };
    }
    const isLoss = column === 'disputedCents';
    return { key: column, label, value: <Cell list={list} row={row} column={column} full />, isLoss };
  }
}
