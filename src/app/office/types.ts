import type { Locale } from '#i18n/locales.ts';
import type calls from '#locales/en/calls.json';
import type office from '#locales/en/office.json';
import type { AuditAction, AuditEntity } from '#shared/office/audit-actions.ts';

export type OfficeStrings = typeof office;

export type OfficeProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: OfficeStrings;
};

/** Prefixes of string keys that end in a data value, by what they label. */
const keys = {
  act: (name: string) => `act_${name}`,
  act_text: (name: string) => `act_text_${name}`,
  at: (name: string) => `at_${name}`,
  bulk: (name: string) => `bulk_${name}`,
  check: (name: string) => `check_${name}`,
  column: (name: string) => `column_${name}`,
  empty: (name: string) => `empty_${name}`,
  figure: (name: string) => `figure_${name}`,
  figure_text: (name: string) => `figure_text_${name}`,
  find: (name: string) => `find_${name}`,
  group: (name: string) => `group_${name}`,
  line: (name: string) => `line_${name}`,
  held: (name: string) => `held_${name}`,
  list: (name: string) => `list_${name}`,
  one: (name: string) => `one_${name}`,
  queue: (name: string) => `queue_${name}`,
  stage: (name: string) => `stage_${name}`,
  value: (name: string) => `value_${name}`,
} as const;

/** A value's label in its column: `batch` is the next step of a payout, but the trigger of a sanctions check. */
export function valueText(strings: OfficeStrings, column: string, value: string): string {
  const key = `${column}_${value}`;
  const label = textOf(strings, 'value', key);
  return label === key ? textOf(strings, 'value', value) : label;
}

/** Lists whose `name` is a product, not a person. */
const listsOfItems: ReadonlySet<string> = new Set(['orders', 'subscriptions']);

/** A column's header; the time and name columns mean something else in each list. */
export function columnText(strings: OfficeStrings, list: string, column: string): string {
  if (column === 'at') return textOf(strings, 'at', list);
  if (column === 'name' && listsOfItems.has(list)) return strings.column_item;
  return textOf(strings, 'column', column);
}

type AuditStrings = Readonly<Record<`action_${AuditAction}` | `value_${AuditEntity}`, string>>;

/** An audit log entry in words; the code itself if it is not among the known actions. */
export function actionText(strings: AuditStrings, action: string): string {
  return (strings as Readonly<Record<string, string>>)[`action_${action}`] ?? action;
}

/** The text for a key made from data; the value itself if there is none. */
export function textOf(strings: OfficeStrings, kind: keyof typeof keys, name: string): string {
  return (strings as Readonly<Record<string, string>>)[keys[kind](name)] ?? name;
}
