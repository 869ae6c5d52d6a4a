import { formatFigure } from '#lib/money/format.ts';
import { type OfficeListName, officeLists } from '#shared/firm/lists.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { columnOf } from '../cell.tsx';
import { actionText, type OfficeTexts, textOf, valueText } from '../texts.ts';

/** Records that are about an amount, with its column and whom it goes to or comes from. */
const amounts: Partial<Record<OfficeListName, readonly [column: string, direction: 'to' | 'from' | 'only']>> = {
  payouts: ['netCents', 'to'],
  commissions: ['amountCents', 'to'],
  payments: ['amountCents', 'to'],
  chargebacks: ['amountCents', 'from'],
  batches: ['totalCents', 'only'],
  entries: ['amountCents', 'only'],
  ledger: ['changeCents', 'only'],
  providerPayouts: ['paidOutCents', 'only'],
};

/** The column of whom a record is about: the person's name, or the address if there is no name. */
function personColumnOf(list: OfficeListName, row: ListRow): string | undefined {
  const names =
    list === 'payments' || list === 'people' || list === 'screenings' ? ['name', 'email'] : ['person', 'email'];
  return names.find((name) => typeof row[name] === 'string' && row[name] !== '');
}

export function titleColumns(list: OfficeListName, row: ListRow): readonly string[] {
  if (list === 'orders') return ['name'];
  const [amountColumn = '', direction = 'only'] = amounts[list] ?? [];
  const person = personColumnOf(list, row) ?? '';
  if (typeof row[amountColumn] === 'number') return direction === 'only' ? [amountColumn] : [amountColumn, person];
  const { title } = officeLists[list];
  if (list === 'halts') return [title, 'scope'];
  return [person !== '' && columnOf(list, title)?.kind === 'text' ? person : title];
}

/** A record's name as people use it: an amount, a person, or what it is called; never only a code. */
export function titleOf(list: OfficeListName, row: ListRow, { strings, t, locale }: OfficeTexts): string {
  if (list === 'orders') return String(row['name']);
  const personColumn = personColumnOf(list, row);
  const person = personColumn === undefined ? null : String(row[personColumn]);
  const [amountColumn = '', direction = 'only'] = amounts[list] ?? [];
  const cents = row[amountColumn];
  if (typeof cents === 'number') {
    const amount = formatFigure(cents, locale);
    return direction === 'only' || person === null ? amount : t(`record_${direction}`, { amount, person });
  }
  const column = officeLists[list].title;
  if (list === 'halts') {
    const scope = valueText(strings, 'scope', String(row['scope']));
    return row['target'] === null ? scope : `${scope} · ${textOf(strings, 'value', String(row[column]))}`;
  }
  const kind = columnOf(list, column)?.kind;
  if (person !== null && kind === 'text') return person;
  const title = String(row[column] ?? row['account'] ?? row.id);
  if (kind === 'action') return actionText(strings, title);
  return kind === 'label' ? valueText(strings, column, title) : title;
}
