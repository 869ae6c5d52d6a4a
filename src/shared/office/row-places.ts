import type { ListColumns } from './define-list.ts';
import type { ColumnKind } from './list-columns.ts';

/** Where a list's columns go in a row of two lines; `labeled` is a note that needs its label, `wide` only in a table. */
export type ListPlace = 'lead' | 'value' | 'note' | 'labeled' | 'result' | 'wide';

const mainAmounts: ReadonlySet<string> = new Set(['amountCents', 'totalCents', 'paidOutCents']);

type List = { readonly title: string; readonly columns: ListColumns };

/**
 * What a row is about, or whom, and how much; below, when, which record, what is due or of what kind, and its state. The
 * record's own screen has the rest.
 * @param shown columns, in the table's order
 */
export function rowPlaces({ title, columns }: List, shown: readonly string[]): ReadonlyMap<string, ListPlace> {
  const ofKind = (...kinds: readonly ColumnKind[]) =>
    shown.filter((name) => kinds.includes(columns[name]?.kind ?? 'text') && name !== lead);
  const leads = columns[title]?.kind === 'entity' ? [title] : ['subject', 'email', title];
  const lead = leads.find((name) => shown.includes(name)) ?? shown[0];
  const amounts = ofKind('money', 'change');
  const value = amounts.find((name) => mainAmounts.has(name)) ?? amounts.at(-1);
  const [change] = ofKind('change').filter((name) => name !== value);
  const [deadline = shown.includes('at') ? undefined : ofKind('time')[0]] = ofKind('deadline');
  const [kind] = (deadline ?? change) === undefined ? ofKind('label', 'prose').filter((name) => name !== title) : [];
  const placed: readonly (readonly [string | undefined, ListPlace])[] = [
    [deadline ?? change, 'labeled'],
    [kind, 'note'],
    ['actor', 'note'],
    ['email', 'note'],
    ['at', 'note'],
    [deadline === undefined ? title : undefined, 'note'],
    [ofKind('state')[0], 'result'],
    [value, 'value'],
    [lead, 'lead'],
  ];
  return new Map(shown.map((name) => [name, placed.findLast(([each]) => each === name)?.[1] ?? 'wide']));
}
