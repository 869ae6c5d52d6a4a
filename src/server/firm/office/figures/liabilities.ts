import { getAffiliateTerms } from '#content/catalog.ts';
import { above, isNull, listRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { evaluateAccountPayout } from '#server/payouts/request/evaluate.ts';
import { selectOwed } from '#server/payouts/stages/set-owed.ts';
import { affiliatesRow } from '#shared/firm/figure-rows.ts';
import { openStatuses } from '#shared/payouts/stages.ts';

const batchSize = 100;

type Liability = {
  /** Or the row of all affiliates. */
  readonly program: string;
  accounts: number;
  eligible: number;
  requestableCents: number;
  traderCents: number;
  openCents: number;
  /** Earned commissions in their waiting period. */
  pendingCents: number;
};

/**
 * What traders and affiliates could request now, and what they have requested or are owed, but not been paid: by program
 * of the funded and live accounts, then for all affiliates.
 */
export async function readLiabilities(deps: Deps): Promise<readonly Liability[]> {
  const sums = new Map<string, Liability>();
  let after = '';
  for (;;) {
    const accounts = await listRows(
      deps.db,
      'trading_account',
      { phase: ['funded', 'live'], ended_at: isNull, id: above(after) },
      undefined,
      { orderBy: 'id', limit: batchSize },
    );
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
  const programs = [...sums.values()].sort((left, right) => (left.program < right.program ? -1 : 1));
  const affiliates = await readAffiliateLiability(deps);
  return affiliates.accounts === 0 ? programs : [...programs, affiliates];
}

function emptyOf(program: string): Liability {
  return { program, accounts: 0, eligible: 0, requestableCents: 0, traderCents: 0, openCents: 0, pendingCents: 0 };
}

/** Balances below zero are made up for by later commissions, so they take nothing off what others are owed. */
async function readAffiliateLiability({ db, catalog }: Deps): Promise<Liability> {
  const balances = await db
    .selectFrom('ledger_account as l')
    .innerJoin('ledger_entry as e', 'e.account_id', 'l.id')
    .select(['l.owner_id', 'l.kind', (eb) => eb.fn.sum<number>('e.amount_cents').as('cents')])
    .where('l.kind', 'in', ['affiliate-pending', 'affiliate-payable', 'affiliate-reserved'])
    .groupBy(['l.owner_id', 'l.kind'])
    .having((eb) => eb(eb.fn.sum('e.amount_cents'), '>', 0))
    .execute();
  const sumOf = (kind: string) =>
    balances.reduce((sum, each) => (each.kind === kind ? sum + Number(each.cents) : sum), 0);
  const { minimumPayoutCents } = getAffiliateTerms(catalog);
  const payableCents = sumOf('affiliate-payable');
  return {
    program: affiliatesRow,
    accounts: new Set(balances.map(({ owner_id }) => owner_id)).size,
    eligible: balances.filter(({ kind, cents }) => kind === 'affiliate-payable' && Number(cents) >= minimumPayoutCents)
      .length,
    requestableCents: payableCents,
    traderCents: payableCents,
    openCents: sumOf('affiliate-reserved'),
    pendingCents: sumOf('affiliate-pending'),
  };
}
