import { findRow, insertOnce, requireLockedRow } from '#server/core/database/rows.ts';
import { type Actor, conflict, type Deps, invalid, newId, ServiceError, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { officeRemedyAdd } from '#shared/status/contract-office.ts';
import { hasPaidTime } from './find.ts';

/**
 * Adds to what an account gets for an incident, once, up to the catalog's limits; a job applies it.
 * @throws {ServiceError} 404, 403 for one's own account, 409 for an incident that isn't confirmed, an account that has
 * ended, passed or breached, or one with an addition, 422
 */
export async function addRemedy(
  deps: Deps,
  { personId }: Actor,
  { incidentId, account: number, amountUsd, days, reason }: BodyOf<typeof officeRemedyAdd>,
): Promise<void> {
  const { upToCents, upToDays } = deps.catalog.remedies.byHand;
  const amountCents = Math.round(amountUsd * 100);
  if (amountCents + days === 0) throw invalid({ amountUsd: ['required'] });
  if (amountCents > upToCents) throw invalid({ amountUsd: ['remedy_limit'] });
  const actor = `person:${personId}`;
  await deps.db.transaction().execute(async (trx) => {
    const incident = await requireLockedRow(trx, 'incident', incidentId, ['confirmed_at']);
    if (incident.confirmed_at === null) throw new ServiceError(409, 'incident_over');
    const account = await findRow(trx, 'trading_account', { platform_account_id: number });
    if (!account) throw invalid({ account: ['accounts_unknown'] });
    if (account.person_id === personId) throw new ServiceError(403, 'own_case');
    const { status, breach } = account.state;
    if (account.ended_at !== null || status === 'passed' || (breach !== null && amountCents > 0)) throw conflict();
    if (days > upToDays || (days > 0 && !(await hasPaidTime(trx, account)))) throw invalid({ days: ['remedy_limit'] });
    const given = { account_id: account.id, amount_cents: amountCents, days, reason };
    const row = { ...given, id: newId(), incident_id: incidentId, actor, created_at: deps.clock() };
    if (!(await insertOnce(trx, 'remedy', row))) throw new ServiceError(409, 'remedy_stands');
    await writeAudit(deps, trx, actor, 'remedy-added', ['incident', incidentId], {
      before: null,
      after: given,
      reason,
    });
    await deps.jobs.send(trx, 'resume-remedies', {});
  });
}
