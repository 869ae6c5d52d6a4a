import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { accountData, noHistory } from '#shared/accounts/contract.ts';
import { isEnded } from '#shared/accounts/lifecycle.ts';
import type { DataOf } from '#shared/core/call.ts';

type OwnAccount = DataOf<typeof accountData>['accounts'][number];
/** Accounts that deleting the profile would close; empty until loaded. */
export const $openAccounts = atom<readonly Pick<OwnAccount, 'id' | 'program' | 'size' | 'platformAccountId'>[]>([]);

export async function loadOpenAccounts(): Promise<void> {
  const result = await send(accountData, { query: { history: noHistory } });
  if (!result.ok) return notifyFailure(result.failure);
  $openAccounts.set(result.data.accounts.filter(({ stage }) => !isEnded(stage)));
}
