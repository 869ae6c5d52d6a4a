import { toCsv } from '#lib/csv.ts';
import { formatDecimal } from '#lib/money/format.ts';
import { type Actor, type Deps, writeAudit } from '#server/core/deps.ts';
import type { FigureKind } from '#shared/firm/contract-figures.ts';
import type { ListFilter, ListRow, OfficeList } from '#shared/office/define-list.ts';
import type { ColumnKind } from '#shared/office/list-columns.ts';
import { type ListSource, type Reader, readAll } from './lists/read-list.ts';

type Export = {
  readonly list: Pick<OfficeList, 'name' | 'fields' | 'columns'>;
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
  { list, filter, locale }: Export,
): AsyncGenerator<string> {
  const [exporter, about] = [`person:${actor.personId}`, ['list', list.name] as const];
  const columns = list.fields.map((name) => ({ name, kind: list.columns[name]?.kind ?? 'text' }));
  await writeAudit(deps, deps.db, exporter, 'list-exported', about, { filter });
  yield toCsv([columns.map(({ name, kind }) => csvHeader(name, kind))]);
  let count = 0;
  for await (const rows of readAll(deps, source, filter, { locale, roles: actor.roles })) {
    count += rows.length;
    yield toCsv(rows.map((row) => columns.map(({ name, kind }) => csvCell(kind, row[name]))));
  }
  await writeAudit(deps, deps.db, exporter, 'list-export-finished', about, { filter, rows: count });
}

type Kind = ColumnKind | FigureKind;

const isMoney = (kind: Kind) => kind === 'money' || kind === 'change';

/** `totalCents` → `total_usd`, `paidAt` → `paid_at`. */
export function csvHeader(name: string, kind: Kind): string {
  const unit = isMoney(kind) ? name.replace(/Cents$/, 'Usd') : name;
  return unit.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function csvCell(kind: Kind, value: ListRow[string] | undefined): string | number {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  if (isMoney(kind)) return formatDecimal(value);
  if (kind !== 'time' && kind !== 'deadline') return value;
  // A list sorts by time, so a row without an event has time zero.
  return value === 0 ? '' : new Date(value).toISOString();
}
