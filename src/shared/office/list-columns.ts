import * as z from 'zod/mini';
import type { Schema } from '#shared/core/call.ts';

/** `danger` is for breached, failed and rejected only. */
export type Tone = 'neutral' | 'accent' | 'danger';

/**
 * How a column is shown. `prose`: text that may take a second line; `label`: a value with a text of its own; `labels` and
 * `lines`: several, separated by spaces; `change`: signed money; `deadline`: a time that says when it has passed;
 * `actor`: who did it, perhaps the program; `entity`: the record an entry is about; `wait`: how long a request waits.
 */
export type ColumnKind =
  | 'text'
  | 'prose'
  | 'label'
  | 'labels'
  | 'lines'
  | 'state'
  | 'money'
  | 'change'
  | 'percent'
  | 'count'
  | 'recipients'
  | 'flag'
  | 'time'
  | 'deadline'
  | 'wait'
  | 'action'
  | 'actor'
  | 'finding'
  | 'entity';

export type ListColumn<Value extends Schema = Schema, Kind extends ColumnKind = ColumnKind> = {
  readonly schema: Value;
  readonly kind: Kind;
  /** All values, if they are a list. */
  readonly values?: readonly string[];
  /** Of each state. */
  readonly tones?: Readonly<Record<string, Tone>>;
  /** The list that the value links to, and the column with the record's id. */
  readonly link?: readonly [list: string, idColumn: string];
  /** The text of the header, if it isn't the column's own. */
  readonly header?: 'item';
  /** The target of a link, or shown elsewhere on the record's screen. */
  readonly isHidden?: true;
};

function column<Value extends Schema, const Kind extends ColumnKind>(
  kind: Kind,
  schema: Value,
  more: Omit<ListColumn, 'schema' | 'kind'> = {},
): ListColumn<Value, Kind> {
  return { ...more, kind, schema };
}

/** The same column with null for no value. */
export function maybe<Column extends ListColumn>({ schema, ...rest }: Column) {
  return { ...rest, schema: z.nullable(schema) as z.ZodMiniNullable<Column['schema']> };
}

export const text = column('text', z.string());
export const prose = column('prose', z.string());
/** The name of what was bought. */
export const item = column('prose', z.string(), { header: 'item' });
export const labels = column('labels', z.string());
export const lines = column('lines', z.string());
export const cents = column('money', z.int());
export const change = column('change', z.int());
export const percent = column('percent', z.int());
export const count = column('count', z.int());
export const flag = column('flag', z.boolean());
/** UTC ms. */
export const moment = column('time', z.int());
export const deadline = column('deadline', z.int());
export const anyLabel = column('label', z.string());
export const actor = column('actor', z.string());
export const auditAction = column('action', z.string());
export const auditRecord = column('entity', z.string());
/** The measurements of a finding, as JSON that depends on its kind. */
export const findingFacts = column('finding', z.string());
/** Number of chosen people; null if it is for everyone. */
export const recipients = column('recipients', z.nullable(z.int()));
export const waitingTime = column('wait', z.null());
export const recordId = hidden(text);

export function hidden<Column extends ListColumn>(shown: Column): Column & { readonly isHidden: true } {
  return { ...shown, isHidden: true };
}

export function label<const Value extends string>(values: readonly Value[]) {
  return column('label', z.enum(values), { values });
}

/** The states of a record, in the order of their filter, with the tone of each. */
export function state<const State extends string>(tones: Readonly<Record<State, Tone>>) {
  const values = Object.keys(tones) as [State, ...State[]];
  return column('state', z.enum(values), { values, tones });
}

export function link(list: string, idColumn: string) {
  return column('text', z.string(), { link: [list, idColumn] });
}

export const base = { at: moment, id: text };
export const ofPerson = { email: link('people', 'personId'), personId: recordId, person: hidden(prose) };
/** The account that a row is about, and its owner. */
export const ofAccount = { account: link('accounts', 'accountId'), accountId: recordId, ...ofPerson };
