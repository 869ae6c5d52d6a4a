import { dayMs } from '#lib/durations.ts';
import { listRows } from '#server/core/database/rows.ts';
import { type Deps, newId, writeAudit } from '#server/core/deps.ts';
import { queueMail, staffOf } from '#server/messages/mail/queue.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import { staffRoles } from '#shared/core/staff-roles.ts';
import type { StoredIncident } from '../tables.ts';
import { applyRemedies } from './apply.ts';
import { findRemedies, type OutageParts, readOutage } from './find.ts';

export type RemedyRun = {
  readonly incidentId: string;
  /** The last account of the batch before. */
  readonly after: string;
  /** Accounts so far that still wait, for a price or their platform. */
  readonly waiting: number;
};

const batchSize = 100;

/** Continues what a stop, a silent platform or a closed market has left undone, also what staff have added. */
export async function resumeRemedies(deps: Deps): Promise<void> {
  const incidents = await deps.db
    .selectFrom('incident')
    .select(['id', 'component', 'remedies_due_at'])
    .where('remedies_due_at', 'is not', null)
    .where('remedied_at', 'is', null)
    .execute();
  for (const { id, component, remedies_due_at: due } of incidents) {
    await queueRemedies(deps, deps.db, id);
    const dueAt = due?.getTime() ?? 0;
    const lateDays = Math.floor((deps.clock().getTime() - dueAt) / dayMs);
    if (lateDays < 0) continue;
    deps.log.error({ incidentId: id, dueAt: due }, 'remedies are late');
    await deps.db.transaction().execute((trx) =>
      queueMail(deps, trx, staffOf(deps), 'remedies-late-staff', `remedies-late:${id}:${lateDays}`, {
        ...{ incidentId: id, component, dueAt },
      }),
    );
  }
  const added = await deps.db
    .selectFrom('remedy')
    .innerJoin('incident', 'incident.id', 'remedy.incident_id')
    .selectAll('incident')
    .select('remedy.account_id')
    .where('version', 'is', null)
    .where('applied_at', 'is', null)
    .execute();
  for (const { account_id: accountId, ...incident } of added) {
    await applyRemedies(deps, incident, accountId).catch((error: unknown) =>
      deps.log.error({ err: error, accountId }, 'a remedy could not be applied'),
    );
  }
}

export async function queueRemedies(deps: Deps, executor: Parameters<Deps['jobs']['send']>[0], incidentId: string) {
  const first = { incidentId, after: '', waiting: 0 };
  await deps.jobs.send(executor, 'remedy-incident', first, { singletonKey: incidentId });
}

/** Gives a batch of accounts what the table says, and queues the next. The incident is done when none waits. */
export async function remedyIncident(deps: Deps, { incidentId, after, waiting: before }: RemedyRun): Promise<void> {
  const [incident] = await listRows(deps.db, 'incident', { id: incidentId });
  if (!incident?.remedies_due_at || incident.remedied_at !== null) return;
  const outage = await readOutage(deps, incident);
  const accounts = await listAffected(deps, incident, after);
  let waiting = before;
  for (const { id } of accounts) {
    const isDone = await remedyAccount(deps, incident, outage, id).catch((error: unknown) => {
      deps.log.error({ err: error, incidentId, accountId: id }, 'a remedy could not be applied');
      return false;
    });
    if (!isDone) waiting += 1;
  }
  const last = accounts.at(-1)?.id;
  if (last !== undefined) {
    const next = { incidentId, after: last, waiting };
    await deps.jobs.send(deps.db, 'remedy-incident', next, { singletonKey: `${incidentId} ${last}` });
  } else if (waiting === 0) await finish(deps, incident);
}

/** Those that were on the platform, and whose owner isn't on our staff: colleagues decide about those. */
async function listAffected(
  { db }: Deps,
  { outage_platform, outage_from, outage_until }: StoredIncident,
  after: string,
) {
  if (outage_platform === null || outage_from === null || outage_until === null) return [];
  return db
    .selectFrom('trading_account as account')
    .innerJoin('person', 'person.id', 'account.person_id')
    .select('account.id')
    .where('account.id', '>', after)
    .where('account.opened_at', '<', outage_until)
    .where('account.ended_at', 'is', null)
    .where((eb) => eb.not(eb('person.roles', '&&', eb.val([...staffRoles]))))
    .$if(outage_platform !== 'all', (query) =>
      query.where((eb) =>
        eb.or([
          eb('account.platform', '=', outage_platform as PlatformName),
          eb.exists(
            eb
              .selectFrom('audit')
              .select('id')
              .where('entity', '=', 'account')
              .whereRef('entity_id', '=', 'account.id')
              .where('action', '=', 'account-moved')
              .where('at', '>', outage_from),
          ),
        ]),
      ),
    )
    .orderBy('account.id')
    .limit(batchSize)
    .execute();
}

/** @returns false while it can't be known what the account gets */
async function remedyAccount(deps: Deps, incident: StoredIncident, outage: OutageParts, accountId: string) {
  const account = await deps.db
    .selectFrom('trading_account')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const known = await listRows(deps.db, 'remedy', { incident_id: incident.id, account_id: accountId }, ['version']);
  if (!known.some(({ version }) => version !== null)) {
    const found = await findRemedies(deps, account, incident, outage);
    if (found === null) return false;
    await deps.db.transaction().execute(async (trx) => {
      for (const remedy of found) {
        await trx
          .insertInto('remedy')
          .values({
            ...{ id: newId(), incident_id: incident.id, account_id: accountId, version: incident.remedies_version },
            ...{ ...remedy, actor: 'rule', created_at: deps.clock() },
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    });
  }
  await applyRemedies(deps, incident, accountId);
  return true;
}

async function finish(deps: Deps, { id }: StoredIncident): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock();
    const done = await trx
      .updateTable('incident')
      .set({ remedied_at: now })
      .where('id', '=', id)
      .where('remedied_at', 'is', null)
      .returning('remedies_version')
      .executeTakeFirst();
    if (!done) return;
    const { accounts } = await trx
      .selectFrom('remedy')
      .select((eb) => eb.fn.count<string>('account_id').distinct().as('accounts'))
      .where('incident_id', '=', id)
      .executeTakeFirstOrThrow();
    const details = { version: done.remedies_version, accounts: Number(accounts) };
    await writeAudit(deps, trx, 'rule', 'incident-remedied', ['incident', id], details);
  });
}
