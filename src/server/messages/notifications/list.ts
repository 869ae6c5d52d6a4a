import type { Deps, RequestContext } from '#server/core/deps.ts';
import { getTranslate, type NotificationKind } from '#server/core/translations.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { fetchNotifications } from '#shared/messages/contract.ts';

const pageSize = 20;

/** @param before the number of the previous page's last notification */
export async function listNotifications(
  deps: Deps,
  personId: string,
  before: number | undefined,
  { locale }: RequestContext,
): Promise<DataOf<typeof fetchNotifications>> {
  const rows = await deps.db
    .selectFrom('notification')
    .selectAll()
    .where('person_id', '=', personId)
    .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
    .orderBy('number', 'desc')
    .limit(pageSize + 1)
    .execute();
  const t = getTranslate('notification-messages', locale);
  const notifications = rows.slice(0, pageSize).map((row) => ({
    number: row.number,
    kind: row.kind,
    account: typeof row.details['number'] === 'string' ? row.details['number'] : null,
    title: t(`${row.kind as NotificationKind}_title`, row.details),
    text: t(`${row.kind as NotificationKind}_text`, row.details),
    path: row.path,
    createdAt: row.created_at.getTime(),
    read: row.read_at !== null,
  }));
  return { notifications, more: rows.length > pageSize };
}
