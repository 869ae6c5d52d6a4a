import type { ReactNode } from 'react';
import { formatWait } from '#lib/format-wait.ts';
import { withLabel } from '#lib/with-label.ts';
import { pathTo } from '#routes.ts';
import { type OfficeListName, officeLists } from '#shared/firm/lists.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Cell, columnOf } from '../cell.tsx';
import { Due } from '../due.tsx';
import { queuePath } from '../queue-path.ts';
import type { PersonSummary } from '../stores/office.ts';
import { listText, textOf, useTexts } from '../texts.ts';
import styles from './record.module.css';

/** What tells a decision of each kind from others; by default the columns of its list that have a value. */
const leads: Partial<Record<OfficeListName, string>> = {
  ...{ tickets: 'subject', chargebacks: 'amountCents', findings: 'facts', conduct: 'cause', disputes: 'message' },
  ...{ payouts: 'netCents', differences: 'differenceCents', orders: 'name' },
};

/** The next deadline first; then what has none, with several of a kind as one. */
export function waitsOf({ waiting }: Pick<PersonSummary, 'waiting'>) {
  const kinds = waiting.flatMap(({ list, rows }) => {
    const deadline = Object.keys(officeLists[list].columns).find((name) => columnOf(list, name)?.kind === 'deadline');
    if (deadline)
      return rows.map((row) => ({ list, row, dueAt: Number(row[deadline] ?? Number.POSITIVE_INFINITY), count: 1 }));
    return rows.slice(-1).map((row) => ({ list, row, dueAt: Number.POSITIVE_INFINITY, count: rows.length }));
  });
  return kinds.toSorted((left, right) => left.dueAt - right.dueAt || left.row.at - right.row.at);
}

export function Waiting({ waits, person }: { readonly waits: ReturnType<typeof waitsOf>; readonly person: string }) {
  const { strings, t, locale } = useTexts();
  return (
    <Card as="section" title={strings.person_waiting}>
      <DataTable
        caption={strings.person_waiting}
        dense
        rows={waits}
        rowKey={({ list, row }) => `${list} ${row.id}`}
        empty={<EmptyState titleLevel={3} plain title={strings.queues_none} />}
        columns={[
          {
            header: strings.queue_due,
            place: 'note',
            cell: ({ dueAt, row }) =>
              Number.isFinite(dueAt) ? (
                <Due at={dueAt} />
              ) : (
                t('person_since', { time: formatWait(Date.now() - row.at, locale) })
              ),
          },
          {
            header: strings.queue,
            place: 'lead',
            isRowHeader: true,
            cell: ({ list, row, count }) =>
              count > 1 ? (
                <b>{withLabel(textOf(strings, 'queue', list), count, locale)}</b>
              ) : (
                <Decision list={list} row={row} />
              ),
          },
          {
            header: strings.decide,
            place: 'actions',
            align: 'end',
            cell: ({ list, row: { id }, count }) => (
              <Button
                size="small"
                variant={id === waits[0]?.row.id ? 'filled' : 'outline'}
                label={textOf(strings, 'next', list)}
                href={count > 1 ? queuePath(list, locale, { person }) : pathTo('officeRecord', { list, id }, locale)}
              />
            ),
          },
        ]}
      />
    </Card>
  );
}

type TitledProps = { readonly list: OfficeListName; readonly row: ListRow };

const saidElsewhere: ReadonlySet<string> = new Set(['time', 'deadline', 'wait', 'state']);

function Decision({ list, row }: TitledProps) {
  const { strings } = useTexts();
  const lead = leads[list];
  const rest = officeLists[list].table.filter(
    (name) => name !== lead && name !== 'email' && row[name] && !saidElsewhere.has(columnOf(list, name)?.kind ?? ''),
  );
  return (
    <Titled list={list} row={row} columns={rest}>
      {listText(strings, 'one', list)}
      {lead && ' · '}
      {lead && <Cell list={list} row={row} column={lead} />}
    </Titled>
  );
}

/** A line in bold, and values of the row below it. */
export function Titled({
  list,
  row,
  columns,
  children,
}: TitledProps & { readonly columns: readonly string[]; readonly children: ReactNode }) {
  return (
    <span className={styles.titled}>
      <b>{children}</b>
      <small>
        {columns.map((column) => (
          <span key={column}>
            <Cell list={list} row={row} column={column} />
          </span>
        ))}
      </small>
    </span>
  );
}
