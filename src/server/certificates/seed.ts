import type { Deps } from '#server/core/deps.ts';
import { issueCertificate } from './issue.ts';

/** Certificates of the demo person's passed evaluations and paid payouts, dated by their achievements. */
export async function seedCertificates(deps: Deps, email: string): Promise<void> {
  const passed = await deps.db
    .selectFrom('trading_account')
    .innerJoin('person', 'person.id', 'trading_account.person_id')
    .select(['trading_account.id', 'trading_account.state'])
    .where('person.email', '=', email)
    .where('trading_account.phase', '=', 'evaluation')
    .orderBy('trading_account.opened_at')
    .execute();
  for (const { id: accountId, state } of passed) {
    const { passedAt } = state;
    if (passedAt === null) continue;
    const atPass: Deps = { ...deps, clock: () => new Date(passedAt) };
    await deps.db.transaction().execute((trx) => issueCertificate(trx, atPass, { kind: 'evaluation', accountId }));
  }
  const paid = await deps.db
    .selectFrom('payout')
    .innerJoin('person', 'person.id', 'payout.person_id')
    .innerJoin('payout_stage', 'payout_stage.payout_id', 'payout.id')
    .select(['payout.id', 'payout_stage.at'])
    .where('person.email', '=', email)
    .where('payout.status', '=', 'paid')
    .where('payout_stage.status', '=', 'paid')
    .orderBy('payout_stage.at')
    .execute();
  for (const { id: payoutId, at } of paid) {
    const atPayment: Deps = { ...deps, clock: () => at };
    await deps.db.transaction().execute((trx) => issueCertificate(trx, atPayment, { kind: 'payout', payoutId }));
  }
}
