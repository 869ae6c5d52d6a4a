import { send } from '#app/http/call.ts';
import { accountData, noHistory } from '#shared/accounts/contract.ts';
import { accountDetails } from '#shared/accounts/contract-details.ts';
import { isTraded } from '#shared/accounts/lifecycle.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { Account } from './accounts.ts';

export type RunningAccount = Omit<Account, 'history'>;

/** The running accounts; empty on failure, because the answer is complete without them. */
export async function findRunningAccounts(): Promise<readonly RunningAccount[]> {
  const result = await send(accountData, { query: { history: noHistory } });
  if (!result.ok) return [];
  return result.data.accounts.filter(({ stage }) => isTraded(stage));
}

/** The account's available payout; null on failure. */
export async function findPayout(accountId: string): Promise<DataOf<typeof accountDetails>['payout'] | null> {
  const result = await send(accountDetails, { query: { accountId } });
  return result.ok ? result.data.payout : null;
}
