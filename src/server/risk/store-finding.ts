import { type Deps, newId, writeAudit } from '#server/core/deps.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import type { Finding } from '#shared/risk/findings.ts';

/** Stores a finding, or updates it while it is open. A finding that has been decided stays as it was. */
export async function storeFinding(deps: Deps, day: TradingDay, finding: Finding): Promise<void> {
  const { kind, accountId, evidence, ...facts } = finding;
  const other = 'otherAccountId' in finding ? finding.otherAccountId : null;
  const market = 'market' in finding ? finding.market : '';
  const key = [kind, day, market, ...[accountId, other ?? ''].sort()].join(' ');
  const measured = JSON.stringify(
    Object.fromEntries(Object.entries(facts).filter(([name]) => name !== 'otherAccountId')),
  );
  await deps.db.transaction().execute(async (trx) => {
    const id = newId();
    const stored = await trx
      .insertInto('finding')
      .values({
        ...{ id, key, kind, day, account_id: accountId, other_account_id: other, facts: measured },
        evidence: JSON.stringify(evidence),
        found_at: deps.clock(),
      })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((eb) => ({
            account_id: eb.ref('excluded.account_id'),
            other_account_id: eb.ref('excluded.other_account_id'),
            facts: eb.ref('excluded.facts'),
            evidence: eb.ref('excluded.evidence'),
          }))
          .where('finding.status', '=', 'open'),
      )
      .returning('id')
      .executeTakeFirst();
    if (stored?.id !== id) return;
    await writeAudit(deps, trx, 'system', 'finding-stored', ['account', accountId], {
      findingId: id,
      kind,
      day,
      otherAccountId: other,
      ...facts,
    });
  });
}
