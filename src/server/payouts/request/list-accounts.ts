import type { StoredAccount } from '#server/accounts/tables.ts';
import { listRows, not } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { payoutAccounts } from '#shared/payouts/contract.ts';
import { quotePayout } from '#shared/payouts/quote.ts';
import type { PayoutQuote } from '#shared/payouts/quote-shape.ts';
import { openStatuses } from '#shared/payouts/stages.ts';
import { describeAccountPayouts } from '../describe.ts';
import { selectOwed } from '../stages/set-owed.ts';
import { readPayoutFacts } from './read-facts.ts';

const maxAccounts = 50;

/** A person's funded accounts, newest first, each with its largest possible payout. */
export async function listPayoutAccounts(deps: Deps, personId: string): Promise<DataOf<typeof payoutAccounts>> {
  const accounts = await listRows(
    deps.db,
    'trading_account',
    { person_id: personId, phase: not('evaluation') },
    undefined,
    { orderBy: ['opened_at desc', 'id'], limit: maxAccounts },
  );
  const rows = await listRows(deps.db, 'payout', {
    person_id: personId,
    source: 'account',
    status: [...openStatuses, 'paid'],
  });
  const owed = await selectOwed(deps.db).where('payout.person_id', '=', personId).orderBy('payout.owed_at').execute();
  const open = await describeAccountPayouts(
    deps,
    deps.db,
    rows.filter(({ status }) => status !== 'paid'),
  );
  const sumNet = (isPaid: boolean) =>
    rows
      .filter(({ status }) => (status === 'paid') === isPaid)
      .reduce((sum, { trader_cents, fee_cents }) => sum + trader_cents - fee_cents, 0);
  return {
    accounts: await Promise.all(
      accounts.map(async (account) => ({
        accountId: account.id,
        platform: account.platform,
        platformAccountId: account.platform_account_id,
        program: account.program,
        size: account.size,
        quote: await quoteMaximum(deps, account),
        open: open.find(({ accountId, originId }) => accountId === account.id && originId === null) ?? null,
      })),
    ),
    owed: await describeAccountPayouts(deps, deps.db, owed),
    totals: {
      paidCents: sumNet(true),
      openCents: sumNet(false),
      owedCents: owed.reduce((sum, { trader_cents }) => sum + trader_cents, 0),
    },
  };
}

async function quoteMaximum(deps: Deps, account: StoredAccount): Promise<PayoutQuote> {
  const facts = await readPayoutFacts(deps, deps.db, account);
  return quotePayout(facts, { amountCents: maxPayoutOf(facts), method: 'bank-transfer' });
}

/** The largest amount that would pass if every other condition were met. */
export function maxPayoutOf(facts: Awaited<ReturnType<typeof readPayoutFacts>>): number {
  return quotePayout(facts, { amountCents: 0, method: 'bank-transfer' }).maximumCents;
}
