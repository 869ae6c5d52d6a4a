import { toCsv } from '#lib/csv.ts';
import { formatDecimal } from '#lib/money/format.ts';
import { writeAudit } from '#server/core/audit/write-audit.ts';
import type { Actor, Deps } from '#server/core/deps.ts';
import type { ListFilter, ListRow } from '#shared/office/define-list.ts';
import { type ListSource, type Reader, readAll } from './lists/read-list.ts';

type Export = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly filter: ListFilter;
  readonly locale: Reader['locale'];
};

/**
 * Streams all rows of a filter as CSV. The export is audited before the first row is sent, the number of rows after the
 * last.
 */
export async function* exportList(
  deps: Deps,
  actor: Actor,
  source: ListSource,
  { name, columns, filter, locale }: Export,
): AsyncGenerator<string> {
  const entry = { actor: `person:${actor.personId}`, entity: 'list', entityId: name } as const;
  await writeAudit(deps, deps.db, { ...entry, action: 'list-exported', details: { filter } });
  yield toCsv([columns.map(csvHeader)]);
  let count = 0;
  for await (const rows of readAll(deps, source, filter, { locale, roles: actor.roles })) {
    count += rows.length;
    yield toCsv(rows.map((row) => columns.map((column) => csvCell(column, row[column]))));
  }
  await writeAudit(deps, deps.db, { ...entry, action: 'list-export-finished', details: { filter, rows: count } });
}

const timeColumn = /^at$|At$/;
const centsColumn = /Cents$/;

/** `totalCents` → `total_usd`, `paidAt` → `paid_at`. */
export function csvHeader(column: string): string {
  return column.replace(centsColumn, 'Usd').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function csvCell(column: string, value: ListRow[string] | undefined): string | number {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  if (centsColumn.test(column)) return formatDecimal(value);
  return timeColumn.test(column) ? new Date(value).toISOString() : value;
}
