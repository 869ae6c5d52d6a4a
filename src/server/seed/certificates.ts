import type { Deps } from '../deps.ts';
import { issueCertificate } from '../services/certificate/issue.ts';

/** Certificates of the demo person's passed evaluations, dated to the pass. */
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
}
