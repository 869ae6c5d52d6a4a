import { findRow, insertRow, requireLockedRow } from '#server/core/database/rows.ts';
import { type Actor, conflict, type Deps, invalid, newId, ServiceError, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { officeRemedyAdd } from '#shared/status/contract-office.ts';
import { applyRemedies } from './apply.ts';

/**
 * Adds to what an account gets for an incident, up to the catalog's limits in sum.
 * @throws {ServiceError} 404, 403 for one's own account, 409 for an incident that isn't confirmed or an account that has
 * ended or passed, 422
 */
export async function addRemedy(
  deps: Deps,
  { personId }: Actor,
  { incidentId, account: number, amountUsd, days, reason }: BodyOf<typeof officeRemedyAdd>,
): Promise<void> {
  const { upToCents, upToDays } = deps.catalog.remedies.byHand;
  const amountCents = Math.round(amountUsd * 100);
  if (amountCents === 0 && days === 0) throw invalid({ amountUsd: ['required'] });
  const actor = `person:${personId}`;
  const { incident, accountId } = await deps.db.transaction().execute(async (trx) => {
    const row = await requireLockedRow(trx, 'incident', incidentId);
    if (row.confirmed_at === null) throw new ServiceError(409, 'incident_over');
    const account = await findRow(trx, 'trading_account', { platform_account_id: number });
    if (!account) throw invalid({ account: ['accounts_unknown'] });
    if (account.person_id === personId) throw new ServiceError(403, 'own_case');
    if (account.ended_at !== null || account.state.status === 'passed') throw conflict();
    const sums = await trx
      .selectFrom('remedy')
      .select((eb) => [eb.fn.sum<string>('amount_cents').as('cents'), eb.fn.sum<string>('days').as('days')])
      .where('incident_id', '=', incidentId)
      .where('account_id', '=', account.id)
      .where('version', 'is', null)
      .executeTakeFirst();
    if (amountCents + Number(sums?.cents ?? 0) > upToCents) throw invalid({ amountUsd: ['remedy_limit'] });
    if (days + Number(sums?.days ?? 0) > upToDays) throw invalid({ days: ['remedy_limit'] });
    const common = { incident_id: incidentId, account_id: account.id, reason, actor, created_at: deps.clock() };
    if (amountCents > 0) {
      await insertRow(trx, 'remedy', { ...common, id: newId(), kind: 'restored', amount_cents: amountCents });
    }
    if (days > 0) await insertRow(trx, 'remedy', { ...common, id: newId(), kind: 'extension', days });
    await writeAudit(deps, trx, actor, 'remedy-added', ['incident', incidentId], {
      ...{ before: null, after: { amountCents, days }, accountId: account.id, reason },
    });
    return { incident: row, accountId: account.id };
  });
  // What the platform doesn't take now, the job repeats.
  await applyRemedies(deps, incident, accountId).catch((error: unknown) =>
    deps.log.error({ err: error, accountId }, 'a remedy could not be applied'),
  );
}
