import type { Texts } from '#app/shell/create-texts.tsx';
import { createIslands, type IslandProps } from '#app/shell/define-island.tsx';
import type office from '#locales/en/office.json';
import type { AuditAction, AuditEntity } from '#shared/core/audit-actions.ts';
import { type OfficeColumnName, type OfficeListName, officeLists } from '#shared/firm/lists.ts';
import type { ListColumns } from '#shared/office/define-list.ts';

export const { defineIsland, useTexts } = createIslands<typeof office>();

export type OfficeTexts = Texts<typeof office>;

export type OfficeProps = IslandProps<typeof office>;

/** Prefixes of string keys that end in a data value, by what they label. */
const keys = {
  act: (name: string) => `act_${name}`,
  act_text: (name: string) => `act_text_${name}`,
  bulk: (name: string) => `bulk_${name}`,
  column: (name: string) => `column_${name}`,
  check: (name: string) => `check_${name}`,
  due: (name: string) => `payout_due_${name}`,
  evidence: (name: string) => `evidence_${name}`,
  figure: (name: string) => `figure_${name}`,
  figure_text: (name: string) => `figure_text_${name}`,
  line: (name: string) => `line_${name}`,
  held: (name: string) => `held_${name}`,
  next: (name: string) => `next_${name}`,
  queue: (name: string) => `queue_${name}`,
  remedy: (name: string) => `remedy_${name}`,
  stage: (name: string) => `stage_${name}`,
  value: (name: string) => `value_${name}`,
} as const;

/** A value's label in its column: `batch` is the next step of a payout, but the trigger of a sanctions check. */
export function valueText(strings: typeof office, column: string, value: string): string {
  const key = `${column}_${value}`;
  const label = textOf(strings, 'value', key);
  return label === key ? textOf(strings, 'value', value) : label;
}

/** Texts of each list: its heading, a record's, the header of its times, the search field, and without records. */
const listKeys = {
  list: (name: OfficeListName) => `list_${name}` as const,
  one: (name: OfficeListName) => `one_${name}` as const,
  at: (name: OfficeListName) => `at_${name}` as const,
  find: (name: OfficeListName) => `find_${name}` as const,
  empty: (name: OfficeListName) => `empty_${name}` as const,
};

export function listText(strings: typeof office, kind: keyof typeof listKeys, list: OfficeListName): string {
  return strings[listKeys[kind](list)];
}

type HeaderOf<Name extends string> = `column_${Name}`;

export function headerText(strings: Readonly<Record<HeaderOf<OfficeColumnName>, string>>, column: OfficeColumnName) {
  return strings[`column_${column}`];
}

/** A column's header; the time and some columns mean something else in each list. */
export function columnText(strings: typeof office, list: OfficeListName, column: string): string {
  if (column === 'at') return listText(strings, 'at', list);
  const { header } = (officeLists[list].columns as ListColumns)[column] ?? {};
  return header === undefined ? headerText(strings, column as OfficeColumnName) : strings[`column_${header}`];
}

type AuditStrings = Readonly<Record<`action_${AuditAction}` | `value_${AuditEntity}`, string>>;

/** An audit log entry in words; the code itself if it is not among the known actions. */
export function actionText(strings: AuditStrings, action: string): string {
  return (strings as Readonly<Record<string, string>>)[`action_${action}`] ?? action;
}

/** The text for a key made from data; the value itself if there is none. */
export function textOf(strings: typeof office, kind: keyof typeof keys, name: string): string {
  return (strings as Readonly<Record<string, string>>)[keys[kind](name)] ?? name;
}
