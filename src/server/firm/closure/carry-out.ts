import { sql } from 'kysely';
import { localizedText } from '#i18n/localized.ts';
import { hourMs } from '#lib/durations.ts';
import { changeRow, findRow, isNotNull, isNull, lockRow, updateRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { writeAudit } from '#server/core/deps.ts';
import { getTranslate } from '#server/core/translations.ts';
import { insertAnnouncement } from '#server/messages/announcements/edit.ts';
import { notifyPeople } from './notify-people.ts';
import { planClosure } from './plan.ts';
import { decideHolds, endWhatRuns, payBack, requestProfits } from './settle.ts';

/**
 * Begins a confirmed closure on its day and carries it out, as far as it can now. Each step does only what is left to do,
 * so it can be stopped anywhere, and run twice at once.
 */
export async function carryOutClosure(deps: Deps): Promise<void> {
  const key = { freeze_at: isNotNull, confirmed_by: isNotNull, withdrawn_by: isNull } as const;
  const due = await findRow(deps.db, 'closure', key);
  if (!due?.freeze_at || (due.frozen_at === null && due.freeze_at > deps.clock())) return;
  const { id } = due;
  const frozenAt = due.frozen_at ?? (await freeze(deps, id));
  if (frozenAt === null) return;
  const isFlat = await closePositions(deps, frozenAt);
  if (due.computed_at === null) {
    await announce(deps, id, frozenAt);
    if (!isFlat) return;
    await planClosure(deps, id, frozenAt);
    await changeRow(deps.db, 'closure', { id, computed_at: isNull }, { computed_at: deps.clock() });
  }
  await decideHolds(deps, id);
  await endWhatRuns(deps, id);
  await payBack(deps, id);
  await requestProfits(deps, id);
  if (due.notified_at !== null) return;
  await notifyPeople(deps, id, frozenAt);
  await updateRow(deps.db, 'closure', id, { notified_at: deps.clock() });
}

/** From here on nothing is sold. It locks nothing else, so that it can't wait for what waits for it. */
async function freeze({ db, clock }: Deps, id: string): Promise<Date | null> {
  return db.transaction().execute(async (trx) => {
    const closure = await lockRow(trx, 'closure', id, ['withdrawn_by', 'frozen_at']);
    if (!closure || closure.withdrawn_by !== null) return null;
    // Waits until no transaction is left that has read that the firm is open.
    await sql`select pg_advisory_xact_lock(7105, 5)`.execute(trx);
    const begun = await changeRow(trx, 'closure', { id, frozen_at: isNull }, { frozen_at: clock() });
    return begun?.frozen_at ?? closure.frozen_at;
  });
}

/**
 * Platforms close what is open, so that each profit is final before the plan is stored.
 * @returns whether nothing is open, or a platform that is away has had an hour
 */
async function closePositions({ db, clock, jobs }: Deps, frozenAt: Date): Promise<boolean> {
  const { rows } = await sql<{ accountId: string }>`select id as "accountId" from trading_account
    where ended_at is null and state -> 'positions' <> '[]' and state ->> 'breach' is null`.execute(db);
  for (const { accountId } of rows) await jobs.send(db, 'sync-access', { accountId }, { singletonKey: accountId });
  return rows.length === 0 || clock().getTime() >= frozenAt.getTime() + hourMs;
}

async function announce(deps: Deps, id: string, startsAt: Date): Promise<void> {
  const written = (part: 'title' | 'text') =>
    localizedText((locale) => getTranslate('responses', locale)(`closing_${part}`));
  const texts = { title: written('title'), text: written('text'), program: null, platform: null };
  await deps.db.transaction().execute(async (trx) => {
    const announcement = { ...texts, id, audience: 'all', startsAt, endsAt: null } as const;
    if (await insertAnnouncement(deps, trx, 'system', announcement))
      await writeAudit(deps, trx, 'system', 'closure-begun', ['closure', id]);
  });
}
