import { getAffiliate } from '#server/affiliates/approved.ts';
import { readPayoutFacts } from '#server/affiliates/read-payout-facts.ts';
import { listRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { fetchAffiliatePayouts } from '#shared/affiliates/contract-payouts.ts';
import type { DataOf, QueryOf } from '#shared/core/call.ts';
import { openStatuses } from '#shared/payouts/stages.ts';
import { type AffiliatePayout, describePayouts } from '../describe.ts';
import { listPayeeRequirements } from '../payees/list-payee-requirements.ts';
import { decisionDueAtOf } from './store.ts';

const maxPayouts = 100;
const openStatusSet: ReadonlySet<string> = new Set(openStatuses);

/** What an affiliate can request, what is missing, and all requests so far, newest first. @throws {ServiceError} 404 */
export async function listAffiliatePayouts(
  deps: Deps,
  personId: string,
  { destinationId }: QueryOf<typeof fetchAffiliatePayouts>,
): Promise<DataOf<typeof fetchAffiliatePayouts>> {
  await getAffiliate(deps.db, personId);
  const rows = await listRows(deps.db, 'payout', { person_id: personId, source: 'affiliate' }, undefined, {
    orderBy: ['requested_at desc', 'number desc'],
    limit: maxPayouts,
  });
  const described = await describePayouts(deps, deps.db, rows);
  const payouts = described.filter((payout): payout is AffiliatePayout => payout.source === 'affiliate');
  return {
    facts: await readPayoutFacts(deps, deps.db, personId),
    requirements: await listPayeeRequirements(deps, deps.db, personId, destinationId ?? null, 'affiliate'),
    decisionDueAt: decisionDueAtOf(deps, deps.clock(), undefined).getTime(),
    open: payouts.find(({ status }) => openStatusSet.has(status)) ?? null,
    payouts,
  };
}
