import type { Locale } from '#i18n/locales.ts';
import { localizedText, type WrittenText } from '#i18n/localized.ts';
import { insertOnce, requireLockedRow, updateRow } from '#server/core/database/rows.ts';
import {
  type Actor,
  type AuditChange,
  conflict,
  type Deps,
  newId,
  ServiceError,
  type Trx,
  writeAudit,
} from '#server/core/deps.ts';
import { getTranslate } from '#server/core/translations.ts';
import { addAnnouncement, closeAnnouncement } from '#server/messages/announcements/edit.ts';
import type { Halt, HaltScope } from '#shared/accounts/halt.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { readLocalized } from '#shared/core/localized.ts';
import type { StaffChange } from '#shared/core/staff-changes.ts';
import type * as calls from '#shared/risk/contract-halts.ts';

/** @throws {ServiceError} 409 if the same halt is requested or running */
export async function requestHalt(
  deps: Deps,
  actor: Actor,
  { target, ...texts }: BodyOf<typeof calls.requestHalt>,
): Promise<{ haltId: string }> {
  const [scope, value = null] = target.split(':') as [HaltScope, string?];
  const id = newId();
  const auditActor = `person:${actor.personId}`;
  const text = readLocalized(texts, 'text');
  return deps.db.transaction().execute(async (trx) => {
    const requested = { requested_by: auditActor, requested_at: deps.clock() };
    const isNew = await insertOnce(trx, 'trading_halt', { id, scope, value, text: JSON.stringify(text), ...requested });
    if (!isNew) throw conflict();
    await record(deps, trx, auditActor, id, 'halt-requested', {
      before: null,
      after: { status: 'requested', target, text },
    });
    return { haltId: id };
  });
}

/** @throws {ServiceError} 404, or 409 unless it is running and its end isn't requested yet */
export async function requestHaltEnd(deps: Deps, actor: Actor, haltId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const halt = await requireLockedRow(trx, 'trading_halt', haltId);
    if (halt.started_at === null || halt.ended_at !== null || halt.lift_requested_by !== null) throw conflict();
    const auditActor = `person:${actor.personId}`;
    await updateRow(trx, 'trading_halt', haltId, { lift_requested_by: auditActor, lift_requested_at: deps.clock() });
    await record(deps, trx, auditActor, haltId, 'halt-end-requested', {
      before: { endRequested: false },
      after: { endRequested: true },
    });
  });
}

/**
 * Starts or ends a halt, or declines the request. A job tells the platform about each account.
 * @throws {ServiceError} 404, 409 if nothing is waiting, 403 `second_person` for one's own request
 */
export async function decideHalt(deps: Deps, actor: Actor, { haltId, decision }: BodyOf<typeof calls.decideHalt>) {
  await deps.db.transaction().execute(async (trx) => {
    const halt = await requireLockedRow(trx, 'trading_halt', haltId);
    const auditActor = `person:${actor.personId}`;
    const isApproved = decision === 'approve';
    const startsNow = halt.started_at === null && !halt.declined;
    const endsNow = halt.started_at !== null && halt.ended_at === null && halt.lift_requested_by !== null;
    if (!startsNow && !endsNow) throw conflict();
    if ((startsNow ? halt.requested_by : halt.lift_requested_by) === auditActor)
      throw new ServiceError(403, 'second_person');
    if (startsNow) {
      const announcementId = isApproved ? await announce(deps, trx, auditActor, halt, halt.text) : null;
      const decided = { decided_by: auditActor, decided_at: deps.clock(), declined: !isApproved };
      await updateRow(trx, 'trading_halt', haltId, {
        ...decided,
        started_at: isApproved ? deps.clock() : null,
        announcement_id: announcementId,
      });
    } else {
      const ended = { lifted_by: auditActor, ended_at: deps.clock() };
      const declined = { lift_requested_by: null, lift_requested_at: null };
      await updateRow(trx, 'trading_halt', haltId, isApproved ? ended : declined);
      if (isApproved && halt.announcement_id !== null)
        await takeDownIfShown(deps, trx, auditActor, halt.announcement_id);
    }
    const action = startsNow
      ? isApproved
        ? 'halt-started'
        : 'halt-declined'
      : isApproved
        ? 'halt-ended'
        : 'halt-kept';
    await record(deps, trx, auditActor, haltId, action, {
      before: { status: startsNow ? 'requested' : 'running' },
      after: { status: statusAfter[action] },
      scope: halt.scope,
      value: halt.value,
    });
    if (isApproved) await deps.jobs.send(trx, 'sync-halt', { haltId });
  });
}

/** Shows traders the text until the halt ends, under a title that names what is halted. */
async function announce(
  deps: Deps,
  trx: Trx,
  auditActor: string,
  { scope, value }: Halt,
  text: WrittenText,
): Promise<string> {
  const titleIn = (locale: Locale) => {
    const t = getTranslate('responses', locale);
    return value === null ? t('halt_all') : t('halt_of', { target: nameOf(scope, value) });
  };
  return addAnnouncement(deps, trx, auditActor, {
    title: localizedText(titleIn),
    text,
    program: scope === 'program' ? value : null,
    platform: scope === 'platform' ? value : null,
    startsAt: deps.clock(),
    endsAt: null,
  });
}

function nameOf(scope: HaltScope, value: string): string {
  if (scope === 'instrument') return value;
  if (scope === 'platform') return platformFacts[value as PlatformName].name;
  return `${value.charAt(0).toUpperCase()}${value.slice(1)}`;
}

/** Does nothing if staff have already taken it down. */
async function takeDownIfShown(deps: Deps, trx: Trx, auditActor: string, announcementId: string): Promise<void> {
  try {
    await closeAnnouncement(deps, trx, auditActor, announcementId);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
}

const statusAfter = {
  'halt-started': 'running',
  'halt-declined': 'declined',
  'halt-ended': 'ended',
  'halt-kept': 'running',
} as const;

async function record(deps: Deps, trx: Trx, actor: string, haltId: string, action: StaffChange, details: AuditChange) {
  await writeAudit(deps, trx, actor, action, ['halt', haltId], details);
}
