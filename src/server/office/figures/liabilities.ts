import type { Deps } from '#server/core/deps.ts';
import { evaluateAccountPayout } from '#server/payouts/evaluate-payout.ts';
import { selectOwed } from '#server/payouts/owed.ts';
import { openStatuses } from '#shared/payouts/stages.ts';

const batchSize = 100;

type Liability = {
  readonly program: string;
  accounts: number;
  eligible: number;
  requestableCents: number;
  traderCents: number;
  openCents: number;
};

/** By program: what funded traders could request now, and what they have requested or are owed, but not been paid. */
export async function readLiabilities(deps: Deps): Promise<readonly Liability[]> {
  const sums = new Map<string, Liability>();
  let after = '';
  for (;;) {
    const accounts = await deps.db
      .selectFrom('trading_account')
      .selectAll()
      .where('phase', '=', 'funded')
      .where('ended_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    for (const account of accounts) {
      const { program } = account;
      const sum = sums.get(program) ?? emptyOf(program);
      const { eligible, availableCents, traderCents } = await evaluateAccountPayout(deps, account);
      sum.accounts += 1;
      if (eligible) {
        sum.eligible += 1;
        sum.requestableCents += availableCents;
        sum.traderCents += traderCents;
      }
      sums.set(program, sum);
    }
    if (accounts.length < batchSize) break;
    after = accounts.at(-1)?.id ?? '';
  }
  const open = await deps.db
    .selectFrom('payout')
    .innerJoin('trading_account', 'trading_account.id', 'payout.account_id')
    .select(['program', (eb) => eb.fn.sum<number>('payout.trader_cents').as('openCents')])
    .where((where) =>
      where.or([
        where('payout.status', 'in', openStatuses),
        where('payout.id', 'in', selectOwed(deps.db).clearSelect().select('payout.id')),
      ]),
    )
    .groupBy('program')
    .execute();
  for (const { program, openCents } of open) {
    const sum = sums.get(program) ?? emptyOf(program);
    sums.set(program, { ...sum, openCents: Number(openCents) });
  }
  return [...sums.values()].sort((left, right) => (left.program < right.program ? -1 : 1));
}

function emptyOf(program: string): Liability {
  return { program, accounts: 0, eligible: 0, requestableCents: 0, traderCents: 0, openCents: 0 };
}
