import type { TradingDay } from '../../../domain/calendar/trading-day.ts';
import type { Finding } from '../../../domain/detection/findings.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../ids.ts';
import { writeAudit } from '../audit/write-audit.ts';

/** Stores a finding, or what an open one has grown to. One that somebody decided stays as it was. */
export async function storeFinding(deps: Deps, day: TradingDay, found: Finding): Promise<void> {
  const { kind, accountId, evidence, ...facts } = found;
  const other = 'otherAccountId' in found ? found.otherAccountId : null;
  const market = 'market' in found ? found.market : '';
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
    await writeAudit(deps, trx, {
      actor: 'system',
      action: 'finding-stored',
      entity: 'account',
      entityId: accountId,
      details: { findingId: id, kind, day, otherAccountId: other, ...facts },
    });
  });
}
