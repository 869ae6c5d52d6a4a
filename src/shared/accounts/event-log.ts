import { canonicalJson } from '#lib/canonical-json.ts';
import type { AccountEvent, AccountRules } from './model.ts';

export type EventLogLine = { readonly sourceId: string; readonly event: AccountEvent };

/**
 * Writes the rules, the first line of a log. Keys are sorted at every level, so equal rules give equal bytes and the
 * log's SHA-256 proves what a verdict is based on.
 */
export function writeRulesLine(rules: AccountRules): string {
  return `${canonicalJson(rules)}\n`;
}

/** Writes one event as a line. The order of the lines is the order in which the events count. */
export function writeEventLogLine({ sourceId, event }: EventLogLine): string {
  return `${canonicalJson({ sourceId, event })}\n`;
}

/** Parses an event log. @throws SyntaxError if the text isn't one */
export function readEventLog(text: string): { readonly rules: AccountRules; readonly inputs: readonly EventLogLine[] } {
  const [first = '', ...lines] = text.split('\n').filter((line) => line !== '');
  return { rules: JSON.parse(first) as AccountRules, inputs: lines.map((line) => JSON.parse(line) as EventLogLine) };
}
