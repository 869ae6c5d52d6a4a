import type { Locale } from '#i18n/locales.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatWait } from '#lib/format-wait.ts';
import { pathTo } from '#routes.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import type { OfficeListName } from '#shared/office/lists.ts';
import { Badge } from '#ui/badge.tsx';
import { Money } from '#ui/money.tsx';
import { EmptyCell } from './empty-cell.tsx';
import { findingText } from './finding-text.ts';
import styles from './office.module.css';
import recordStyles from './record.module.css';
import { StateBadge } from './state-badge.tsx';
import { canOpen } from './stores/office.ts';
import { useTexts } from './texts.ts';
import { actionText, textOf, valueText } from './types.ts';

type CellProps = {
  readonly list: OfficeListName;
  readonly row: ListRow;
  readonly column: string;
  /** Shows times with seconds, and full texts. */
  readonly full?: boolean;
};

/** Columns whose values have display texts. */
const named = new Set([
  'kind',
  'programme',
  'phase',
  'platform',
  'cause',
  'parkedFor',
  'task',
  'language',
  'refundReason',
  'topic',
  'component',
  'impact',
  'progress',
  'entity',
  'provider',
  'identityReason',
  'billingInterval',
  'scope',
  'target',
  'via',
  'reviewReason',
  'method',
  'format',
  'source',
  'reason',
  'event',
  'bankAction',
  'problem',
]);
/** The record that a value links to, by its `…Id` column. */
const links: Readonly<Record<string, readonly [list: OfficeListName, id: string]>> = {
  email: ['people', 'personId'],
  account: ['accounts', 'accountId'],
  order: ['orders', 'orderId'],
  batch: ['batches', 'batchId'],
  payout: ['payouts', 'payoutId'],
  payment: ['payments', 'paymentId'],
  reviewer: ['people', 'reviewerId'],
  otherAccount: ['accounts', 'otherAccountId'],
};

/** Lists whose records the audit log links to. */
const entities: Readonly<Record<string, OfficeListName>> = {
  person: 'people',
  order: 'orders',
  account: 'accounts',
  ticket: 'tickets',
  payout: 'payouts',
  'payout-batch': 'batches',
  incident: 'incidents',
  halt: 'halts',
  announcement: 'announcements',
};

function linkOf(row: ListRow, column: string): readonly [list: OfficeListName | undefined, id: unknown] {
  if (column === 'entityId') return [entities[String(row['entity'])], row['entityId']];
  const [list, idColumn] = links[column] ?? [];
  return [list, idColumn && row[idColumn]];
}

/** Free text, which may take a second line. */
const written = new Set(['subject', 'title', 'name', 'failure', 'bankReason']);

export function isEnd(column: string): boolean {
  return /Cents$|^(accounts|orders|clicks|documents|score|retries|percent|votes|payments|entries|changes|problems|uses|taken|waiting|unacknowledged|differences|parked)$/.test(
    column,
  );
}

function percentText(value: number, locale: Locale): string {
  return (value / 100).toLocaleString(formatLocale(locale), { style: 'percent' });
}

/** A time as operators write it: sortable, in UTC. */
export function timeText(at: number, full = false): string {
  return new Date(at)
    .toISOString()
    .slice(0, full ? 19 : 16)
    .replace('T', ' ');
}

/** A value formatted by its column's name: money, a time, a state or a link. */
export function Cell({ list: shownIn, row, column, full = false }: CellProps) {
  const texts = useTexts();
  const { strings, locale } = texts;
  if (column === 'waited') return <WaitingTime row={row} />;
  const value = row[column];
  if (value === null && column === 'recipients') return strings.recipients_all;
  if (value === null || value === undefined || value === '') return <EmptyCell />;
  if (typeof value === 'boolean') return value ? strings.yes : strings.no;
  if (typeof value === 'number') {
    if (column.endsWith('Cents')) return <Money cents={value} locale={locale} signed={column === 'differenceCents'} />;
    if (column === 'percent') return percentText(value, locale);
    if (column !== 'at' && !column.endsWith('At')) return value;
    // A list sorts by time, so a row without an event has time zero.
    if (value === 0) return <EmptyCell />;
    return (
      <>
        <time dateTime={new Date(value).toISOString()} className={styles.time}>
          {timeText(value, full)}
        </time>
        {column === 'dueAt' && value <= Date.now() && (
          <>
            {' '}
            <Badge tone="danger">{strings.value_late}</Badge>
          </>
        )}
      </>
    );
  }
  if (column === 'status' || column === 'refund') return <StateBadge list={shownIn} value={value} />;
  if (column === 'action') return <Action code={value} full={full} />;
  if (column === 'facts') return findingText(texts, String(row['kind']), value);
  if (named.has(column)) return valueText(strings, column, value);
  if (column === 'refundedAddOns')
    return value
      .split(' ')
      .map((item) => textOf(strings, 'line', item))
      .join(', ');
  if (column === 'roles' || column === 'programmes')
    return value
      .split(' ')
      .map((role) => textOf(strings, 'value', role))
      .join(', ');
  const [list, id] = linkOf(row, column);
  if (list && typeof id === 'string' && canOpen(list)) {
    return <a href={pathTo('officeRecord', { list, id }, locale)}>{value}</a>;
  }
  if (full) return <span className={recordStyles.whole}>{value}</span>;
  return written.has(column) ? <span className={styles.written}>{value}</span> : value;
}

/** An audit log entry in words; its code is available for a search in logs. */
function Action({ code, full }: { readonly code: string; readonly full: boolean }) {
  const { strings } = useTexts();
  const text = actionText(strings, code);
  if (!full || text === code) return <span title={code}>{text}</span>;
  return (
    <>
      {text} <code className="muted">{code}</code>
    </>
  );
}

/** How long the request has been waiting, while someone still has to act. */
function WaitingTime({ row: { at, dueAt } }: Pick<CellProps, 'row'>) {
  const { locale } = useTexts();
  if (dueAt === null) return <EmptyCell />;
  return <span className={styles.time}>{formatWait(Date.now() - at, locale)}</span>;
}
