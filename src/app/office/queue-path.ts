import type { Locale } from '#i18n/locales.ts';
import { pathTo } from '#routes.ts';
import { queues } from '#shared/firm/contract-office.ts';

/** Where a queue's list shows what waits; `ofPerson`: about one person. */
export function queuePath(list: string, locale: Locale, ofPerson = {}): string {
  const filter = queues.find((queue) => queue.list === list)?.filter ?? {};
  const search = new URLSearchParams({ ...filter, ...ofPerson }).toString();
  return `${pathTo('officeList', { list }, locale)}${search === '' ? '' : `?${search}`}`;
}
