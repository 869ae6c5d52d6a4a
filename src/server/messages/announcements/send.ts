import { insertOnce, isNull, requireRow } from '#server/core/database/rows.ts';
import { type Actor, conflict, type Deps, invalid, writeAudit } from '#server/core/deps.ts';
import { type AnnouncementTexts, insertAnnouncement, localize } from './edit.ts';

/** An announcement's texts and its end, a minute in UTC. */
export type SentAnnouncement = AnnouncementTexts & { readonly showUntil: string };

const endOf = ({ showUntil }: Pick<SentAnnouncement, 'showUntil'>) => new Date(`${showUntil}Z`);

/** @throws {ServiceError} 422 if the end is past */
export function checkAnnouncementEnd({ clock }: Deps, sent: Pick<SentAnnouncement, 'showUntil'>): void {
  if (endOf(sent) <= clock()) throw invalid({ showUntil: ['invalid'] });
}

/**
 * Shows an announcement to one person. The first call with an id creates it; later ones add recipients.
 * @returns `already` if this person has it
 * @throws {ServiceError} 404 for a deleted person, 409 if their email is unverified or the announcement has ended
 */
export async function sendAnnouncement(
  deps: Deps,
  actor: Actor,
  personId: string,
  { id, ...sent }: SentAnnouncement & { readonly id: string },
): Promise<'sent' | 'already'> {
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.clock();
    const person = await requireRow(trx, 'person', { id: personId, deleted_at: isNull }, ['email_verified_at']);
    if (person.email_verified_at === null || endOf(sent) <= now) throw conflict();
    const createdBy = `person:${actor.personId}`;
    const isNew = await insertAnnouncement(deps, trx, createdBy, {
      ...{ id, audience: 'chosen', ...localize(sent) },
      ...{ program: null, platform: null, startsAt: now, endsAt: endOf(sent) },
    });
    if (!isNew) {
      const found = trx.selectFrom('announcement').select('ended_at').where('id', '=', id);
      if ((await found.executeTakeFirst())?.ended_at) throw conflict();
    }
    const added = await insertOnce(trx, 'announcement_recipient', {
      announcement_id: id,
      person_id: personId,
      added_at: now,
    });
    if (!added) return 'already';
    await writeAudit(deps, trx, createdBy, 'announcement-sent', ['person', personId], {
      before: null,
      after: { announcementId: id },
    });
    return 'sent';
  });
}
