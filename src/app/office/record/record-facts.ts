import { type OfficeListName, officeLists } from '#shared/firm/lists.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import type { ColumnKind } from '#shared/office/list-columns.ts';
import { columnOf } from '../cell.tsx';
import { titleColumns } from './record-title.ts';

/** Sums are a person's facts; a ticket's leave its first screen to what was written. */
const maxFacts: Partial<Record<OfficeListName, number>> = { people: 0, tickets: 3 };

/** What is read first in a record, by the kind of value; the first that it has become its facts. */
const ranks: Partial<Record<ColumnKind, number>> = {
  deadline: 0,
  money: 1,
  change: 1,
  percent: 2,
  count: 2,
  label: 3,
  prose: 4,
  time: 5,
};

/** The key facts that come before the ranks' choice. */
const chosen: Partial<Record<OfficeListName, readonly string[]>> = {
  payouts: ['dueAt', 'netCents', 'destination', 'method', 'amountCents'],
  accounts: ['remainingCents', 'equityCents', 'floorCents', 'lastEventAt'],
  orders: ['totalCents', 'disputedCents', 'refundedCents', 'paidAt', 'coupon', 'kind'],
  chargebacks: ['evidenceDueAt', 'bankReason', 'name', 'at', 'closedAt'],
  batches: ['executeOn', 'payments', 'method', 'format'],
  tickets: ['replyDueAt', 'topic', 'name'],
  identity: ['country', 'verifiedName', 'documents', 'submittedAt'],
  providerPayouts: ['chargedCents', 'recordedCents', 'feesCents', 'differenceCents'],
  subscriptions: ['amountCents', 'periodEndsAt', 'billingInterval'],
};

/** Identifiers that a record is known by elsewhere; they are below its title. */
export const identifiers = ['number', 'account', 'order', 'email'] as const;

const isEmpty = (value: ListRow[string] | undefined) =>
  value === null || value === undefined || value === '' || value === 'none' || value === 0;

/** Splits a record's columns into its state, four facts, and the details that have a value. */
export function splitRecord(list: OfficeListName, row: ListRow) {
  const shown = officeLists[list].fields.filter((column) => column !== 'id' && !columnOf(list, column)?.isHidden);
  const kindOf = (column: string) => columnOf(list, column)?.kind ?? 'text';
  const state = shown.find((column) => kindOf(column) === 'state') ?? null;
  const titled = titleColumns(list, row);
  const rest = shown.filter((column) => column !== state && !titled.includes(column));
  const isIdentifier = (column: string) => (identifiers as readonly string[]).includes(column);
  const isFact = (column: string) => !isEmpty(row[column]) && String(row[column]).length <= 40;
  const ranked = rest
    .filter((column) => ranks[kindOf(column)] !== undefined)
    .sort((left, right) => (ranks[kindOf(left)] ?? 9) - (ranks[kindOf(right)] ?? 9));
  const preferred = (chosen[list] ?? []).filter((column) => rest.includes(column));
  const facts = [...new Set([...preferred, ...ranked])]
    .filter((column) => !isIdentifier(column) && isFact(column))
    .slice(0, maxFacts[list] ?? 4);
  const hasValue = (column: string) => !isEmpty(row[column]) || kindOf(column) === 'count';
  const details = rest.filter(
    (column) => !facts.includes(column) && !isIdentifier(column) && column !== 'details' && hasValue(column),
  );
  return { state, facts, details };
}
