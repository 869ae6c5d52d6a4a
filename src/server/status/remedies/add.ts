import { findRow, insertRow, isNull, listRows, requireLockedRow } from '#server/core/database/rows.ts';
import { type Actor, conflict, type Deps, invalid, newId, ServiceError, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { officeRemedyAdd } from '#shared/status/contract-office.ts';
import { applyRemedies } from './apply.ts';
import { tryTo } from './run.ts';

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
  const accountId = await deps.db.transaction().execute(async (trx) => {
    const { confirmed_at } = await requireLockedRow(trx, 'incident', incidentId);
    if (confirmed_at === null) throw new ServiceError(409, 'incident_over');
    const account = await findRow(trx, 'trading_account', { platform_account_id: number });
    if (!account) throw invalid({ account: ['accounts_unknown'] });
    if (account.person_id === personId) throw new ServiceError(403, 'own_case');
    if (account.ended_at !== null || account.state.status === 'passed') throw conflict();
    const byHand = { incident_id: incidentId, account_id: account.id, version: isNull } as const;
    const before = await listRows(trx, 'remedy', byHand);
    const sum = (column: 'amount_cents' | 'days') => before.reduce((total, row) => total + (row[column] ?? 0), 0);
    if (amountCents + sum('amount_cents') > upToCents) throw invalid({ amountUsd: ['remedy_limit'] });
    if (days + sum('days') > upToDays) throw invalid({ days: ['remedy_limit'] });
    const common = { incident_id: incidentId, account_id: account.id, reason, actor, created_at: deps.clock() };
    const amount =
      amountCents === 0 ? [] : [{ ...common, id: newId(), kind: 'restored' as const, amount_cents: amountCents }];
    const time = days === 0 ? [] : [{ ...common, id: newId(), kind: 'extension' as const, days }];
    for (const row of [...amount, ...time]) await insertRow(trx, 'remedy', row);
    const details = { before: null, after: { amountCents, days }, accountId: account.id, reason };
    await writeAudit(deps, trx, actor, 'remedy-added', ['incident', incidentId], details);
    return account.id;
  });
  // What the platform doesn't take now, the job repeats.
  await tryTo(deps, accountId, () => applyRemedies(deps, incidentId, accountId));
}
