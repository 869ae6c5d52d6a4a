import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { formatFigure } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import type { OfficeListName } from '#shared/firm/lists.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Facts } from '#ui/facts.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { Cell } from '../cell.tsx';
import { Due } from '../due.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { accountLists, Lists } from '../related-lists.tsx';
import { $person, type PersonSummary } from '../stores/office.ts';
import { useTexts } from '../texts.ts';
import styles from './record.module.css';
import { Titled, Waiting, waitsOf } from './waiting.tsx';

const personLists = {
  list_timeline: ['timeline'],
  person_money: ['orders', 'subscriptions', 'claims', 'payouts', 'chargebacks', 'ledger'],
  person_trading: accountLists,
  group_support: ['tickets', 'mailHistory'],
  person_access: ['identity', 'screenings', 'staff'],
} as const satisfies Readonly<Record<string, readonly OfficeListName[]>>;

type RowProps = { readonly row: ListRow };

/** What is wanted from us and by when, then money in, out and disputed; without what the reader may not see. */
export function PersonFacts({ row }: RowProps) {
  const { strings, t, locale } = useTexts();
  const state = useStore($person);
  useEffect(() => void $person.load(row.id), [row]);
  if (state.status === 'loading') return <Skeleton shape="row" count={2} />;
  if (state.status !== 'ready') return <LoadFailure status={state.status} onRetry={() => $person.load(row.id)} />;
  const { invoicedCents: billed, creditedCents: credited, paidOutCents, owedCents, disputedCents } = state.data;
  const [next] = waitsOf(state.data);
  const isDue = next !== undefined && Number.isFinite(next.dueAt);
  const sumOf = (cents: number | null) => (cents === null ? '' : formatFigure(cents, locale));
  const sums = [
    { key: 'paid_us', cents: billed && billed - (credited ?? 0), part: credited },
    { key: 'paid_them', cents: paidOutCents, part: owedCents },
    { key: 'disputed', cents: disputedCents, part: disputedCents },
  ] as const;
  const count = state.data.waiting.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <Facts
      facts={[
        {
          label: strings.person_waiting,
          value: t('person_decisions', { count }),
          note: isDue ? <Due at={next.dueAt} /> : strings.person_no_deadline,
        },
        ...sums.flatMap(({ key, cents, part }) => {
          const note = part ? t(`person_${key}_part`, { amount: sumOf(part) }) : strings[`person_${key}_none`];
          return cents === null
            ? []
            : [{ label: strings[`person_${key}`], value: sumOf(cents), note, isLoss: key === 'disputed' && cents > 0 }];
        }),
        {
          label: strings.person_open_accounts,
          value: state.data.openAccounts,
          note: t('person_of_accounts', { count: Number(row['accounts']) }),
        },
      ]}
    />
  );
}

export function PersonBody({ row: { id } }: RowProps) {
  const { data } = useStore($person);
  if (data === undefined) return null;
  return (
    <>
      <Waiting waits={waitsOf(data)} person={id} />
      <OpenAccounts data={data} person={id} />
    </>
  );
}

function OpenAccounts({ data: { accounts }, person }: { readonly data: PersonSummary; readonly person: string }) {
  const { strings, locale } = useTexts();
  const all = `${pathTo('officeList', { list: 'accounts' }, locale)}?person=${person}`;
  const figure = (name: 'equityCents' | 'remainingCents', place: 'note' | 'value') => ({
    header: strings[`column_${name}`],
    place,
    align: 'end' as const,
    cell: ({ row }: PersonSummary['accounts'][number]) => <Cell list="accounts" row={row} column={name} />,
  });
  return (
    <Card as="section" title={strings.list_accounts} aside={<a href={all}>{strings.person_all_accounts}</a>}>
      <DataTable
        caption={strings.list_accounts}
        dense
        rows={accounts}
        rowKey={({ row }) => row.id}
        empty={<EmptyState titleLevel={3} plain title={strings.person_no_accounts} />}
        columns={[
          {
            header: strings.one_accounts,
            place: 'lead',
            cell: ({ row }) => (
              <Titled list="accounts" row={row} columns={['account', 'phase', 'status']}>
                <a href={pathTo('officeRecord', { list: 'accounts', id: row.id }, locale)}>
                  <Cell list="accounts" row={row} column="program" /> {row['size']}
                </a>
              </Titled>
            ),
          },
          { header: strings.risk_chart, place: 'actions', cell: (account) => <Drawing {...account} /> },
          figure('equityCents', 'note'),
          figure('remainingCents', 'value'),
        ]}
      />
    </Card>
  );
}

function Drawing({ equity: { points, payouts }, days }: PersonSummary['accounts'][number]) {
  const phase = { points, payouts, days: days.map((day) => ({ ...day, label: '' })) };
  return <span className={styles.drawing}>{points.length > 0 && <Sparkline phases={[phase]} />}</span>;
}

export function PersonLists({ row }: RowProps) {
  const { strings } = useTexts();
  const tabs = (Object.keys(personLists) as (keyof typeof personLists)[]).map((key) => ({
    key,
    label: strings[key],
    content: () => (
      <>
        <Lists list="people" row={row} of={personLists[key].map((name) => [name, { person: row.id }] as const)} />
        <p className={styles.nothing}>{strings.person_nothing}</p>
      </>
    ),
  }));
  return <Tabs label={strings.person_records} tabs={tabs} />;
}
