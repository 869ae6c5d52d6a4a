import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { renameAccount as renameAccountCall } from '#shared/accounts/contract.ts';
import { $accounts } from './accounts.ts';

/** Whether a nickname is being saved. */
export const $isNaming = atom(false);

/** Gives an account a nickname; an empty text removes it. @returns whether it was saved; if not, a toast says why */
export async function renameAccount(accountId: string, nickname: string): Promise<boolean> {
  if ($isNaming.get()) return false;
  $isNaming.set(true);
  const result = await send(renameAccountCall, { body: { accountId, nickname } });
  $isNaming.set(false);
  if (!result.ok) {
    notifyFailure(result.failure);
    return false;
  }
  const saved = result.data.nickname;
  $accounts.change((accounts) =>
    accounts.map((account) => (account.id === accountId ? { ...account, nickname: saved } : account)),
  );
  return true;
}
