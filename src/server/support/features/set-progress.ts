import { sql } from 'kysely';
import { requireLockedRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, invalid, type Trx, writeAudit } from '#server/core/deps.ts';
import type { NotificationKind } from '#server/core/translations.ts';
import { addNotifications } from '#server/messages/notifications/add.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { FeatureProgress } from '#shared/support/contract-features.ts';
import type { officeFeatureProgress } from '#shared/support/contract-office-features.ts';

const kinds: Readonly<Partial<Record<FeatureProgress, NotificationKind>>> = {
  planned: 'feature_planned',
  'in-progress': 'feature_started',
  done: 'feature_done',
  declined: 'feature_declined',
};

/**
 * Sets the progress of a published suggestion. Idempotent.
 * @throws {ServiceError} 404, 422 for declining without a reason
 */
export async function setFeatureProgress(
  deps: Deps,
  operator: Actor,
  { featureId, progress, reason = '' }: BodyOf<typeof officeFeatureProgress>,
): Promise<void> {
  if (progress === 'declined' && reason === '') throw invalid({ reason: ['required'] });
  await deps.db.transaction().execute(async (trx) => {
    const feature = await requireLockedRow(trx, 'feature_request', { id: featureId, status: 'approved' });
    if (feature.progress === progress && (feature.progress_reason ?? '') === reason) return;
    await updateRow(trx, 'feature_request', featureId, { progress, progress_reason: reason || null });
    await writeAudit(deps, trx, `person:${operator.personId}`, `feature-${progress}`, ['feature-request', featureId], {
      before: { progress: feature.progress },
      after: { progress, reason },
    });
    const kind = kinds[progress];
    if (kind && feature.progress !== progress) await notifyFollowers(deps, trx, { ...feature, kind });
  });
}

type FollowedRequest = {
  readonly id: string;
  readonly title: string;
  readonly email: string;
  readonly kind: NotificationKind;
};

/** Notifies the people who voted, and the author if the address is a person's verified one. */
async function notifyFollowers(deps: Deps, trx: Trx, { id, title, email, kind }: FollowedRequest): Promise<void> {
  const people = await trx
    .selectFrom('person')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .where(
      sql<boolean>`id in (
        select substr(voter, 8) from feature_vote where request_id = ${id} and voter like 'person:%'
        union select id from person where lower(email) = ${email.toLowerCase()})`,
    )
    .execute();
  await addNotifications(
    deps,
    trx,
    people.map(({ id: personId }) => ({
      dedupeKey: `${kind}:${id}:${personId}:${deps.clock().getTime()}`,
      personId,
      kind,
      details: { title },
      path: '/community',
    })),
  );
}
