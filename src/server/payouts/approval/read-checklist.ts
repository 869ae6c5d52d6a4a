import type { Db, Deps, Trx } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { inspectPayout } from '#shared/payouts/contract-office.ts';
import { findSanctionsHold } from '../payees/check-sanctions.ts';
import { isAccountPayout, type StoredPayout } from '../tables.ts';
import { listHolds } from './list-holds.ts';
import { listApprovalRequirements } from './list-requirements.ts';
import { isAmountDeducted } from './select-deducted.ts';

type Check = DataOf<typeof inspectPayout>['checklist'][number];

/** What reviewers and approvers must see passed, and the rule too; approving checks the same again. */
export async function readChecklist(deps: Deps, db: Db | Trx, payout: StoredPayout): Promise<Check[]> {
  const requirements = await listApprovalRequirements(deps, db, payout);
  const missing = new Set(requirements.map(({ name }) => (name === 'destination-age' ? 'destination' : name)));
  const payeeChecks: Check[] = (['identity-check', 'tax-form', 'destination'] as const).map((name) => ({
    name,
    passed: !missing.has(name),
  }));
  const hold = await findSanctionsHold(db, payout.person_id);
  const sanctions: Check = { name: 'sanctions', passed: hold === null };
  const holds = (await listHolds(deps, db, [payout.id])).get(payout.id) ?? [];
  if (!isAccountPayout(payout)) return [{ name: 'sales', passed: !holds.includes('sales') }, ...payeeChecks, sanctions];
  return [
    { name: 'conditions', passed: !holds.includes('conditions') },
    { name: 'money', passed: await isAmountDeducted(db, payout.id) },
    { name: 'conduct', passed: !holds.includes('conduct') },
    { name: 'finding', passed: !holds.includes('finding') },
    { name: 'dispute', passed: !holds.includes('dispute') },
    ...payeeChecks,
    sanctions,
  ];
}
