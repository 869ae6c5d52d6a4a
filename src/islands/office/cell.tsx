import type { ListRow } from '../../contract/office/define-list.ts';
import type { OfficeListName } from '../../contract/office/lists.ts';
import { pathTo } from '../../routes.ts';
import { mayOpen } from '../../stores/office.ts';
import { Badge } from '../../ui/badge.tsx';
import { Money } from '../../ui/money.tsx';
import { findingText } from './finding-text.ts';
import styles from './office.module.css';
import recordStyles from './record.module.css';
import { useTexts } from './texts.ts';
import { textOf } from './types.ts';

type CellProps = {
  readonly row: ListRow;
  readonly column: string;
  /** Shows times with seconds and texts whole. */
  readonly full?: boolean;
};

/** Columns whose values have texts. */
const named = new Set([
  'kind',
  'programme',
  'phase',
  'platform',
  'cause',
  'parkedFor',
  'language',
  'refundReason',
  'topic',
  'component',
  'impact',
  'progress',
  'entity',
  'provider',
  'identityReason',
  'every',
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
const bad = new Set([
  'returned',
  'rejected',
  'declined',
  'refused',
  'revoked',
  'breached',
  'failed',
  'lost',
  'terminated',
  'suspended',
  'unverified',
  'upheld',
  'declined',
  'confirmed',
]);
const good = new Set([
  'fulfilled',
  'passed',
  'won',
  'settled',
  'verified',
  'active',
  'confirmed',
  'lifted',
  'cleared',
  'running',
]);
const waiting = new Set([
  'in-review',
  'review',
  'approved',
  'sent',
  'accepted',
  'exported',
  'partly-settled',
  'open',
  'requested',
  'lift-requested',
  'pending',
  'past-due',
  'retrying',
  'locked',
  'paid',
]);

/** Where a value leads: the record that its `…Id` column names. */
const links: Readonly<Record<string, readonly [list: OfficeListName, id: string]>> = {
  email: ['people', 'personId'],
  account: ['accounts', 'accountId'],
  order: ['orders', 'orderId'],
  batch: ['batches', 'batchId'],
  payout: ['payouts', 'payoutId'],
  payment: ['payments', 'paymentId'],
  otherAccount: ['accounts', 'otherAccountId'],
};

export function isEnd(column: string): boolean {
  return /Cents$|^(accounts|orders|clicks|documents|score|retries|percent|votes|payments|entries|changes|problems|uses|taken|waiting|unacknowledged|differences|parked)$/.test(
    column,
  );
}

/** A time as operators write it: sortable, in UTC. */
export function timeText(at: number, full = false): string {
  return new Date(at)
    .toISOString()
    .slice(0, full ? 19 : 16)
    .replace('T', ' ');
}

/** A value shown by what its column's name says: money, a time, a state or a link. */
export function Cell({ row, column, full = false }: CellProps) {
  const texts = useTexts();
  const { strings, locale } = texts;
  const value = row[column];
  if (value === null && column === 'recipients') return strings.recipients_all;
  if (value === null || value === undefined || value === '') return <span className="soft">–</span>;
  if (typeof value === 'boolean') return value ? strings.yes : strings.no;
  if (typeof value === 'number') {
    if (column.endsWith('Cents')) return <Money cents={value} locale={locale} signed={column === 'differenceCents'} />;
    if (column !== 'at' && !column.endsWith('At')) return value;
    // The order of a list needs a time even where nothing has happened yet.
    if (value === 0) return <span className="soft">–</span>;
    return (
      <time dateTime={new Date(value).toISOString()} className={styles.time}>
        {timeText(value, full)}
      </time>
    );
  }
  if (column === 'status' || column === 'refund') return <State value={value} />;
  if (column === 'facts') return findingText(texts, String(row['kind']), value);
  if (named.has(column)) return textOf(strings, 'value', value);
  if (column === 'roles' || column === 'programmes')
    return value
      .split(' ')
      .map((role) => textOf(strings, 'value', role))
      .join(', ');
  const [list, idColumn] = links[column] ?? [];
  const id = idColumn && row[idColumn];
  if (list && typeof id === 'string' && mayOpen(list)) {
    return <a href={pathTo('officeRecord', { list, id }, locale)}>{value}</a>;
  }
  return full ? <span className={recordStyles.whole}>{value}</span> : value;
}

function State({ value }: { readonly value: string }) {
  const { strings } = useTexts();
  if (value === 'none') return <span className="soft">–</span>;
  const tone = bad.has(value) ? 'floor' : good.has(value) ? 'gain' : waiting.has(value) ? 'tide' : 'neutral';
  return <Badge tone={tone}>{textOf(strings, 'value', value)}</Badge>;
}
