import type { WrittenText } from '#i18n/localized.ts';
import { insertOnce, requireLockedRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, conflict, type Deps, invalid, newId, type Trx, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { readLocalized } from '#shared/core/localized.ts';
import type { announcementTexts, createAnnouncement } from '#shared/messages/contract-announcements.ts';

type Announcement = {
  readonly title: WrittenText;
  readonly text: WrittenText;
  readonly program: string | null;
  readonly platform: string | null;
  readonly startsAt: Date;
  /** Null if it runs until someone ends it. */
  readonly endsAt: Date | null;
};

export type AnnouncementTexts = Pick<BodyOf<typeof createAnnouncement>, keyof typeof announcementTexts>;

export function localize(texts: AnnouncementTexts): Pick<Announcement, 'title' | 'text'> {
  return {
    title: readLocalized(texts, 'title'),
    text: readLocalized(texts, 'text'),
  };
}

/** @throws {ServiceError} 422 if the end is past or before the start */
export async function createTimedAnnouncement(
  deps: Deps,
  actor: Actor,
  form: BodyOf<typeof createAnnouncement>,
): Promise<{ announcementId: string }> {
  const [startsAt, endsAt] = [new Date(`${form.showFrom}Z`), new Date(`${form.showUntil}Z`)];
  if (endsAt <= startsAt || endsAt <= deps.clock()) throw invalid({ showUntil: ['invalid'] });
  return deps.db.transaction().execute(async (trx) => ({
    announcementId: await addAnnouncement(deps, trx, `person:${actor.personId}`, {
      ...localize(form),
      program: form.program === 'all' ? null : form.program,
      platform: form.platform === 'all' ? null : form.platform,
      startsAt,
      endsAt,
    }),
  }));
}

export async function addAnnouncement(
  deps: Deps,
  trx: Trx,
  actor: string,
  announcement: Announcement,
): Promise<string> {
  const id = newId();
  await insertAnnouncement(deps, trx, actor, { ...announcement, id, audience: 'all' });
  return id;
}

type Inserted = Announcement & { readonly id: string; readonly audience: 'all' | 'chosen' };

/** Inserts and audits it. @returns false if the id is taken */
export async function insertAnnouncement(deps: Deps, trx: Trx, actor: string, inserted: Inserted): Promise<boolean> {
  const { id, ...announcement } = inserted;
  const { title, text, audience, program, platform, startsAt, endsAt } = announcement;
  const row = await insertOnce(trx, 'announcement', {
    ...{ id, audience, program, platform, title: JSON.stringify(title), text: JSON.stringify(text) },
    ...{ starts_at: startsAt, ends_at: endsAt, created_by: actor, created_at: deps.clock() },
  });
  if (!row) return false;
  await writeAudit(deps, trx, actor, 'announcement-created', ['announcement', id], {
    before: null,
    after: { ...announcement, startsAt: startsAt.getTime(), endsAt: endsAt?.getTime() ?? null },
  });
  return true;
}

/** @throws {ServiceError} 404, or 409 once it has ended */
export async function endShownAnnouncement(deps: Deps, actor: Actor, announcementId: string): Promise<void> {
  await deps.db
    .transaction()
    .execute((trx) => closeAnnouncement(deps, trx, `person:${actor.personId}`, announcementId));
}

/** Like `endShownAnnouncement`, within the caller's transaction. */
export async function closeAnnouncement(deps: Deps, trx: Trx, actor: string, announcementId: string): Promise<void> {
  const found = await requireLockedRow(trx, 'announcement', announcementId, ['ended_at', 'ends_at']);
  const now = deps.clock();
  if (found.ended_at !== null || (found.ends_at !== null && found.ends_at <= now)) {
    throw conflict();
  }
  await updateRow(trx, 'announcement', announcementId, { ended_at: now });
  await writeAudit(deps, trx, actor, 'announcement-ended', ['announcement', announcementId], {
    before: { endedAt: null },
    after: { endedAt: now.getTime() },
  });
}
