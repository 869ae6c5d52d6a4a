import type { AccountRules } from '../rules/types.ts';
import type { AccountEvent } from './events.ts';

/** One event as a line of an account's record. */
export type EventLogLine = { readonly sourceId: string; readonly event: AccountEvent };

/**
 * The first line of an account's record: the rules. Keys are sorted on every level, so that the same rules are the same
 * bytes wherever they are written, and the SHA-256 of the whole record proves what a verdict rests on.
 */
export function writeRulesLine(rules: AccountRules): string {
  return `${writeSorted(rules)}\n`;
}

/** One line an event, in the order in which they count. */
export function writeEventLogLine({ sourceId, event }: EventLogLine): string {
  return `${writeSorted({ sourceId, event })}\n`;
}

/** Reads a record back. Throws a SyntaxError for text that is none. */
export function readEventLog(text: string): { readonly rules: AccountRules; readonly inputs: readonly EventLogLine[] } {
  const [first = '', ...lines] = text.split('\n').filter((line) => line !== '');
  return { rules: JSON.parse(first) as AccountRules, inputs: lines.map((line) => JSON.parse(line) as EventLogLine) };
}

function writeSorted(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeSorted).join(',')}]`;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${writeSorted(entry)}`).join(',')}}`;
}
