import { capitalize } from '#lib/capitalize.ts';
import { formatLocalDay } from '#lib/format-date-time.ts';
import type { Message } from '../stores/notifications.ts';

type Day = { readonly key: string; readonly label: string; readonly messages: readonly Message[] };

/** Groups notifications by the reader's own day, newest first. */
export function groupByDay(messages: readonly Message[], locale: string): readonly Day[] {
  const sorted = messages.toSorted((left, right) => right.createdAt - left.createdAt || right.number - left.number);
  const days = Map.groupBy(sorted, ({ createdAt }) => formatLocalDay(createdAt, locale));
  return [...days].map(([label, list]) => ({ key: label, label: capitalize(label, locale), messages: list }));
}
