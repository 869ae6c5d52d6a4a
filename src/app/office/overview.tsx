import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { formatWait } from '#lib/format-wait.ts';
import { formatFigure } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import { sanctionsListDays } from '#shared/payouts/payees/sanctions.ts';
import { Alert } from '#ui/alert.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Facts } from '#ui/facts.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { timeText } from './cell.tsx';
import { Due } from './due.tsx';
import { LoadFailure } from './load-failure.tsx';
import styles from './office.module.css';
import { queuePath } from './queue-path.ts';
import { SearchResults } from './search-results.tsx';
import { $overview } from './stores/office.ts';
import { textOf, useTexts } from './texts.ts';

/** The start of the back office: what the bar searched for, and the queues that wait for a decision. */
export function Overview() {
  const { strings } = useTexts();
  const state = useStore($overview);
  useEffect(() => void $overview.load(), []);
  return (
    <>
      <h1 className="visually-hidden">{strings.title}</h1>
      <SearchResults />
      {state.status === 'loading' && <Skeleton shape="row" count={6} />}
      <LoadFailure status={state.status} onRetry={$overview.load} />
      {state.status === 'ready' && (
        <>
          {state.data.money && <Money money={state.data.money} />}
          <Queues rows={state.data.queues} />
          <SanctionsList list={state.data.sanctionsList} />
        </>
      )}
    </>
  );
}

type OverviewData = Extract<ReturnType<typeof $overview.get>, { status: 'ready' }>['data'];

const moneyLists = [
  ['undecidedCents', 'payouts', { next: 'decision' }],
  ['unsentCents', 'payouts', { status: 'approved' }],
  ['inTransitCents', 'payouts', { status: 'sent' }],
  ['disputedCents', 'chargebacks', { status: 'open' }],
] as const;

function Money({ money }: { readonly money: NonNullable<OverviewData['money']> }) {
  const { strings, locale } = useTexts();
  const facts = moneyLists.flatMap(([name, list, filter]) => {
    const cents = money[name];
    if (cents === null) return [];
    const href = `${pathTo('officeList', { list }, locale)}?${new URLSearchParams(filter)}`;
    return [{ key: name, label: <a href={href}>{strings[`money_${name}`]}</a>, value: formatFigure(cents, locale) }];
  });
  return <Facts facts={facts} />;
}

/** Which sanctions list payees are screened against, and whether it is too old. */
function SanctionsList({ list }: { readonly list: OverviewData['sanctionsList'] }) {
  const { strings, t } = useTexts();
  if (list === null) return null;
  const sources = list.sources.map(({ name, date }) => `${name}, ${date ?? strings.sanctions_undated}`).join(' · ');
  return (
    <Alert kind={list.isOld || !list.isReadable ? 'warning' : 'info'} title={strings.sanctions_title}>
      {sources === '' ? strings.sanctions_no_source : sources} ({t('sanctions_entries', { count: list.entryCount })}).{' '}
      {!list.isReadable && `${strings.sanctions_unreadable} `}
      {list.isOld && t('sanctions_old', { count: sanctionsListDays })}
    </Alert>
  );
}

/** How long the oldest item has waited; a tooltip says when it came in. */
function WaitingTime({ since }: { readonly since: number }) {
  const { locale } = useTexts();
  return (
    <time dateTime={new Date(since).toISOString()} title={timeText(since)} className={styles.time}>
      {formatWait(Date.now() - since, locale)}
    </time>
  );
}

/** The next deadline first; queues without one by their oldest item. */
function byDeadline(left: OverviewData['queues'][number], right: OverviewData['queues'][number]): number {
  const due = (left.dueAt ?? Number.MAX_VALUE) - (right.dueAt ?? Number.MAX_VALUE);
  return due || (left.oldestAt ?? 0) - (right.oldestAt ?? 0);
}

/** Queues with something in them; the empty ones are folded. */
function Queues({ rows }: { readonly rows: OverviewData['queues'] }) {
  const { strings, t, locale } = useTexts();
  const waiting = rows.filter(({ count }) => count > 0).toSorted(byDeadline);
  const empty = rows.filter(({ count }) => count === 0);
  return (
    <section className={`stack gap-3 ${styles.list}`}>
      <h2 className={styles.subtitle}>{strings.queues}</h2>
      <DataTable
        caption={strings.queues}
        dense
        rows={waiting}
        rowKey={({ list }) => list}
        empty={<EmptyState titleLevel={3} plain title={strings.queues_none} />}
        columns={[
          {
            header: strings.queue,
            place: 'lead',
            cell: ({ list }) => (
              <a className={styles.queue} href={queuePath(list, locale)}>
                {textOf(strings, 'queue', list)}
              </a>
            ),
          },
          { header: strings.queue_due, cell: ({ dueAt }) => dueAt !== null && <Due at={dueAt} /> },
          {
            header: strings.queue_oldest,
            cell: ({ oldestAt }) => (oldestAt === null ? null : <WaitingTime since={oldestAt} />),
          },
          {
            header: strings.queue_count,
            place: 'value',
            align: 'end',
            cell: ({ count, more }) => <b>{more ? t('count_more', { count }) : count}</b>,
          },
        ]}
      />
      {empty.length > 0 && (
        <details>
          <summary>{t('queues_empty', { count: empty.length })}</summary>
          <ul className={`cluster ${styles.emptyQueues}`}>
            {empty.map(({ list }) => (
              <li key={list}>
                <a href={queuePath(list, locale)}>{textOf(strings, 'queue', list)}</a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
