import { Cell, columnOf, timeText } from '#app/office/cell.tsx';
import { Due } from '#app/office/due.tsx';
import styles from '#app/office/record/record.module.css';
import { identifiers, splitRecord } from '#app/office/record/record-facts.ts';
import { titleOf } from '#app/office/record/record-title.ts';
import { useTexts } from '#app/office/texts.ts';
import { columnText, listText } from '#app/office/types.ts';
import { PayoutFacts } from '#app/payouts/office/payout-facts.tsx';
import { pathTo } from '#routes.ts';
import { type OfficeListName, officeLists } from '#shared/firm/lists.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { type Fact, Facts } from '#ui/facts.tsx';
import { RecordActions } from './record-actions.tsx';

type RecordHeaderProps = { readonly list: OfficeListName; readonly row: ListRow; readonly onDone: () => void };

/** The title line with state and actions, and the key facts below it. */
export function RecordHeader({ list, row, onDone }: RecordHeaderProps) {
  const texts = useTexts();
  const { strings, locale } = texts;
  const { state, facts } = splitRecord(list, row);
  const title = titleOf(list, row, texts);
  const known = identifiers.filter((name) => name in officeLists[list].columns && row[name] && row[name] !== title);
  return (
    <>
      <header className={styles.header}>
        <div>
          <p className={styles.back}>
            {officeLists[list].isRecordOnly ? (
              listText(strings, 'list', list)
            ) : (
              <a href={pathTo('officeList', { list }, locale)}>{listText(strings, 'list', list)}</a>
            )}
          </p>
          <div className={styles.titleLine}>
            <h1 dir="auto">{title}</h1>
            {state !== null && <Cell list={list} row={row} column={state} full />}
          </div>
          <p className={styles.identifiers}>
            {known.map((name) => (
              <span key={name}>
                <Cell list={list} row={row} column={name} full />
              </span>
            ))}
          </p>
        </div>
        <RecordActions list={list} row={row} onDone={onDone} />
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
