import { canonicalJson } from '../../lib/canonical-json.ts';
import type { AccountRules } from '../rules/types.ts';
import type { AccountEvent } from './events.ts';

/** One event as a line of an account's record. */
export type EventLogLine = { readonly sourceId: string; readonly event: AccountEvent };

/**
 * The first line of a record: the rules. Keys are sorted at every level, so equal rules are equal bytes and the
 * record's SHA-256 proves what a verdict is based on.
 */
export function writeRulesLine(rules: AccountRules): string {
  return `${canonicalJson(rules)}\n`;
}

/** One line per event, in the order they count. */
export function writeEventLogLine({ sourceId, event }: EventLogLine): string {
  return `${canonicalJson({ sourceId, event })}\n`;
}

/** Parses a record. @throws SyntaxError if the text isn't one */
export function readEventLog(text: string): { readonly rules: AccountRules; readonly inputs: readonly EventLogLine[] } {
  const [first = '', ...lines] = text.split('\n').filter((line) => line !== '');
  return { rules: JSON.parse(first) as AccountRules, inputs: lines.map((line) => JSON.parse(line) as EventLogLine) };
}
