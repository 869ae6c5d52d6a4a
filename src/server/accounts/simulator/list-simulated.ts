import { normalizeEmail } from '#lib/email-address.ts';
import type { Deps } from '#server/core/deps.ts';
import { getMarket } from '#server/core/market.ts';
import { possibleOutcomes } from '#shared/accounts/simulated-trader/force-outcome.ts';
import { nameAccount } from '../name.ts';
import { rulesColumns, rulesOf } from '../rules-of.ts';

const maxAccounts = 100;

/** Trading accounts of the simulated platform, newest first, for one address or all. */
export async function listSimulated(deps: Deps, email: string) {
  const rows = await deps.db
    .selectFrom('simulated_trader')
    .innerJoin('trading_account', 'trading_account.id', 'simulated_trader.account_id')
    .innerJoin('person', 'person.id', 'trading_account.person_id')
    .select(['platform_account_id', 'state', 'person.email', ...rulesColumns])
    .where('ended_at', 'is', null)
    .$if(email !== '', (query) => query.where((eb) => eb(eb.fn('lower', ['person.email']), '=', normalizeEmail(email))))
    .orderBy('opened_at', 'desc')
    .limit(maxAccounts)
    .execute();
  return rows.map((row) => ({
    platformAccountId: row.platform_account_id,
    name: nameAccount(row),
    email: row.email,
    status: row.state.status,
    outcomes: possibleOutcomes(getMarket(deps), rulesOf(deps.catalog, row), row.state, deps.clock().getTime()),
  }));
}
