import type { Deps } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { unsubscribeLink } from './links.ts';

/** Mails an incident's update to all subscribers; running it twice mails once. */
export async function mailIncident(deps: Deps, updateId: string): Promise<void> {
  const update = await deps.db
    .selectFrom('incident_update')
    .innerJoin('incident', 'incident.id', 'incident_update.incident_id')
    .select(['component', 'title', 'incident_update.status', 'text', 'at'])
    .where('incident_update.id', '=', updateId)
    .executeTakeFirst();
  if (!update) return;
  const subscribers = await deps.db
    .selectFrom('status_subscription')
    .selectAll()
    .where('confirmed_at', 'is not', null)
    .where('unsubscribed_at', 'is', null)
    .orderBy('id')
    .execute();
  const { component, title, status, text, at } = update;
  for (const subscriber of subscribers) {
    const unsubscribeUrl = unsubscribeLink(deps, subscriber);
    await deps.db
      .transaction()
      .execute((trx) =>
        queueMail(
          deps,
          trx,
          { email: subscriber.email, locale: subscriber.locale },
          'incident-update',
          `incident:${updateId}:${subscriber.id}`,
          { component, title, status, text, at: at.getTime(), unsubscribeUrl },
          { unsubscribeUrl },
        ),
      );
  }
}
