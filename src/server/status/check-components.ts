import { minuteMs } from '#lib/durations.ts';
import { findSilentPlatforms } from '#server/accounts/feed/heartbeat.ts';
import { atMost, findRow, insertOnce, isNull, lockRow, upsertRow } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx, writeAudit } from '#server/core/deps.ts';
import { findUnreadiness } from '#server/core/health/check-ready.ts';
import { queueMail, staffOf } from '#server/messages/mail/queue.ts';
import { mailUselessAfterMs } from '#server/messages/mail/useless-after.ts';
import { type Component, components } from '#shared/status/status.ts';

/** After this time, something that should take seconds is stuck. */
const stuckMs = 10 * minuteMs;

const checks: Readonly<Record<Component, (deps: Deps) => Promise<boolean>>> = {
  site: async (deps) => (await findUnreadiness(deps)) === null,

  async checkout({ db, clock }) {
    const before = new Date(clock().getTime() - stuckMs);
    const event = await findRow(db, 'provider_event', { handled_at: isNull, received_at: atMost(before) }, ['id']);
    const order = await db
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 'paid')
      .where('paid_at', '<=', before)
      // A deferred order stays paid until it begins.
      .where((eb) => eb.or([eb('begins_at', 'is', null), eb('begins_at', '<=', before)]))
      .executeTakeFirst();
    return event === undefined && order === undefined;
  },

  platforms: async (deps) => (await findSilentPlatforms(deps)).length === 0,

  async mail({ db, clock }) {
    const now = clock().getTime();
    const unsent = await db
      .selectFrom('mail')
      .select('id')
      .where('sent_at', 'is', null)
      // One wrong address doesn't mean that the mail server is down.
      .where('refused_at', 'is', null)
      .where('given_up_at', 'is', null)
      .where('created_at', '<=', new Date(now - stuckMs))
      .where('created_at', '>', new Date(now - mailUselessAfterMs))
      .executeTakeFirst();
    return unsent === undefined;
  },
};

/**
 * Checks every component. One that keeps failing for the minutes set in the catalog becomes an incident, which staff
 * confirm.
 */
export async function checkComponents(deps: Deps): Promise<void> {
  for (const component of components) {
    const isWorking = await checks[component](deps);
    await deps.db.transaction().execute((trx) => record(deps, trx, component, isWorking));
  }
}

async function record(deps: Deps, trx: Trx, component: Component, isWorking: boolean): Promise<void> {
  const now = deps.clock();
  const last = await lockRow(trx, 'component_check', { component });
  const failingSince = isWorking ? null : (last?.failing_since ?? now);
  const values = { checked_at: now, failing_since: failingSince };
  await upsertRow(trx, 'component_check', { component, ...values }, 'component', values);
  const thresholdMs = deps.catalog.support.incidentAfterMinutes * minuteMs;
  if (failingSince === null || now.getTime() - failingSince.getTime() < thresholdMs) return;
  await suspect(deps, trx, component, failingSince);
}

/** Opens an incident unless one is running, or staff have dismissed one since the component last worked. */
async function suspect(deps: Deps, trx: Trx, component: Component, startedAt: Date): Promise<void> {
  const existing = await trx
    .selectFrom('incident')
    .select('id')
    .where('component', '=', component)
    .where('is_sample', '=', false)
    .where((eb) => eb.or([eb('status', 'not in', ['resolved', 'dismissed']), eb('started_at', '>=', startedAt)]))
    .executeTakeFirst();
  if (existing) return;
  const id = newId();
  const opened = await insertOnce(trx, 'incident', {
    ...{ id, component, impact: 'degraded', status: 'suspected', title: '', opened_by: 'system' },
    started_at: startedAt,
  });
  if (!opened) return;
  deps.log.error({ component, startedAt }, 'a component has been failing');
  await writeAudit(deps, trx, 'system', 'incident-suspected', ['incident', id]);
  await queueMail(deps, trx, staffOf(deps), 'incident-staff', `incident-staff:${id}`, {
    incidentId: id,
    component,
    startedAt: startedAt.getTime(),
  });
}
