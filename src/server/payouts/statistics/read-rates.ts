import { sql } from 'kysely';
import type { Deps } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { payoutStatistics } from '#shared/payouts/contract-statistics.ts';
import { isSampleChain } from './find-head.ts';

type Counts = { ended: number; passed: number; opened: number; paid: number };

/** How many evaluations were passed and how many funded accounts were paid; null where there are too few. */
export async function readRates(deps: Deps): Promise<DataOf<typeof payoutStatistics>['rates']> {
  const { minimumPaid: minimum } = deps.catalog.payoutStatistics;
  // Outside the demo, simulated accounts and sample payouts aren't anyone's results.
  const isReal = sql`${isSampleChain(deps)} or not account.simulated`;
  const isRealPayout = sql`${isSampleChain(deps)} or not payout.is_sample`;
  const { rows } = await sql<Counts>`
    select
      count(*) filter (where phase = 'evaluation' and (status in ('passed', 'breached') or ended_at is not null))::int as ended,
      count(*) filter (where phase = 'evaluation' and status = 'passed')::int as passed,
      count(*) filter (where phase <> 'evaluation')::int as opened,
      count(*) filter (where phase <> 'evaluation' and is_paid)::int as paid
    from (
      select account.phase, account.ended_at, account.state ->> 'status' as status,
        exists (
          select from payout where payout.account_id = account.id and payout.status = 'paid' and (${isRealPayout})
        ) as is_paid
      from trading_account account
      join orders on orders.id = account.order_id
      where orders.kind <> 'trial' and (${isReal})
    ) counted`.execute(deps.db);
  const { ended, passed, opened, paid } = rows[0] ?? { ended: 0, passed: 0, opened: 0, paid: 0 };
  return {
    minimum,
    evaluations: ended < minimum ? null : { ended, passed },
    funded: opened < minimum ? null : { opened, paid },
  };
}
