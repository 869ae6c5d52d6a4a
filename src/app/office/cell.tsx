import type { ReactNode } from 'react';
import { countryName } from '#lib/country-name.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatWait } from '#lib/format-wait.ts';
import { showEmail } from '#lib/show-email.ts';
import { pathTo } from '#routes.ts';
import { type OfficeListName, officeLists } from '#shared/firm/lists.ts';
import type { ListColumns, ListRow } from '#shared/office/define-list.ts';
import type { ColumnKind, ListColumn } from '#shared/office/list-columns.ts';
import { Badge } from '#ui/badge.tsx';
import { Money } from '#ui/money.tsx';
import { findingText } from './finding-text.ts';
import styles from './office.module.css';
import recordStyles from './record.module.css';
import { StateBadge } from './state-badge.tsx';
import { canOpen } from './stores/office.ts';
import { actionText, textOf, useTexts, valueText } from './texts.ts';

type CellProps = {
  readonly list: OfficeListName;
  readonly row: ListRow;
  readonly column: string;
  /** Shows times with seconds, and full texts. */
  readonly full?: boolean;
};

export function columnOf(list: OfficeListName, column: string): ListColumn | undefined {
  return (officeLists[list].columns as ListColumns)[column];
}

const endKinds: ReadonlySet<ColumnKind> = new Set(['money', 'change', 'percent', 'count']);

export function isEnd(list: OfficeListName, column: string): boolean {
  return endKinds.has(columnOf(list, column)?.kind ?? 'text');
}

/** Lists whose `name` is the person's, who has perhaps no account. */
const isNamed: ReadonlySet<OfficeListName> = new Set(['people', 'tickets']);

const listNames = Object.keys(officeLists) as OfficeListName[];

/** The list whose records the audit log calls by this name. */
function listOfEntity(entity: unknown): OfficeListName | undefined {
  return listNames.find((name) => officeLists[name].entity !== undefined && officeLists[name].entity === entity);
}

/** A time as operators write it: sortable, in UTC. */
export function timeText(at: number, full = false): string {
  return new Date(at)
    .toISOString()
    .slice(0, full ? 19 : 16)
    .replace('T', ' ');
}

export function Cell({ list, row, column, full = false }: CellProps) {
  const texts = useTexts();
  const { strings, locale } = texts;
  const { kind, tones, link } = columnOf(list, column) ?? { kind: 'text' };
  if (kind === 'wait') return <WaitingTime row={row} />;
  const value = row[column];
  if (value === null && kind === 'recipients') return strings.recipients_all;
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? strings.yes : strings.no;
  if (typeof value === 'number') {
    switch (kind) {
      case 'money':
      case 'change':
        return (
          <Money cents={value} locale={locale} signed={kind === 'change'} className={full ? undefined : styles.plain} />
        );
      case 'percent':
        return (value / 100).toLocaleString(formatLocale(locale), { style: 'percent' });
      case 'time':
      case 'deadline':
        return <Time at={value} full={full} isDeadline={kind === 'deadline'} />;
      default:
        return value;
    }
  }
  switch (kind) {
    case 'state':
      return <StateBadge value={value} tones={tones ?? {}} quiet={!full} />;
    case 'action':
      return <Action code={value} full={full} />;
    case 'finding':
      return findingText(texts, String(row['kind']), value);
    case 'actor':
      return <bdi>{valueText(strings, column, value)}</bdi>;
    case 'label':
      return valueText(strings, column, value);
    case 'lines':
    case 'labels':
      return value
        .split(' ')
        .map((each) => textOf(strings, kind === 'lines' ? 'line' : 'value', each))
        .join(', ');
    default:
  }
  if (column === 'country' && kind === 'text') return countryName(value, locale);
  const [target, id] =
    kind === 'entity'
      ? [listOfEntity(row['entity']), row['entityId']]
      : [link?.[0] as OfficeListName | undefined, row[link?.[1] ?? '']];
  const person = column === 'email' && !full ? String(row['person'] ?? ((isNamed.has(list) && row['name']) || '')) : '';
  if (target && typeof id === 'string' && canOpen(target)) {
    const shown = person || <bdi>{column === 'email' && !full ? showEmail(value) : value}</bdi>;
    const link = <a href={pathTo('officeRecord', { list: target, id }, locale)}>{shown}</a>;
    return person === '' ? link : <Identity name={link} email={value} />;
  }
  if (person !== '') return <Identity name={person} email={value} />;
  if (full) return <bdi className={recordStyles.whole}>{value}</bdi>;
  if (column === 'email') return showEmail(value);
  return <bdi className={kind === 'prose' ? styles.written : undefined}>{value}</bdi>;
}

/** A person in two lines; long names end in an ellipsis. */
function Identity({ name, email }: { readonly name: ReactNode; readonly email: string }) {
  return (
    <span className={styles.identity}>
      <bdi>{name}</bdi>
      <small title={email}>{showEmail(email)}</small>
    </span>
  );
}

function Time({ at, full, isDeadline }: { readonly at: number; readonly full: boolean; readonly isDeadline: boolean }) {
  const { strings } = useTexts();
  // A list sorts by time, so a row without an event has time zero.
  if (at === 0) return null;
  return (
    <>
      <time dateTime={new Date(at).toISOString()} className={styles.time}>
        {timeText(at, full)}
      </time>
      {isDeadline && at <= Date.now() && (
        <>
          {' '}
          <Badge tone="danger">{strings.value_late}</Badge>
        </>
      )}
    </>
  );
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
  if (dueAt === null) return null;
  return <span className={styles.time}>{formatWait(Date.now() - at, locale)}</span>;
}
