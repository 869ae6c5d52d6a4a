import type { Locale } from '#i18n/locales.ts';
import { pathTo } from '#routes.ts';
import { queues } from '#shared/firm/contract-office.ts';

export function queuePath(list: string, locale: Locale): string {
  const filter = queues.find((queue) => queue.list === list)?.filter ?? {};
  const search = new URLSearchParams(filter).toString();
  return `${pathTo('officeList', { list }, locale)}${search === '' ? '' : `?${search}`}`;
}
