import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { renameAccount as renameAccountCall } from '#shared/accounts/contract.ts';
import { $accounts } from './accounts.ts';

export const $isNaming = atom(false);

/** The reason is empty if the server gave none, and null while another name is being saved. */
type Naming = { readonly isSaved: true } | { readonly isSaved: false; readonly reason: string | null };

/** Gives an account a nickname; an empty text removes it. @returns whether it was saved, or the server's reason */
export async function renameAccount(accountId: string, nickname: string): Promise<Naming> {
  if ($isNaming.get()) return { isSaved: false, reason: null };
  $isNaming.set(true);
  const result = await send(renameAccountCall, { body: { accountId, nickname } });
  $isNaming.set(false);
  if (!result.ok) {
    const { failure } = result;
    const reason = failure.kind === 'status' ? (failure.fields.nickname?.[0] ?? failure.message) : '';
    return { isSaved: false, reason };
  }
  const saved = result.data.nickname;
  $accounts.change((accounts) =>
    accounts.map((account) => (account.id === accountId ? { ...account, nickname: saved } : account)),
  );
  return { isSaved: true };
}
