import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import type { Failure } from '#app/http/failure.ts';
import { renameAccount as renameAccountCall } from '#shared/accounts/contract.ts';
import { $accounts } from './accounts.ts';

/** Whether a nickname is being saved. */
export const $isNaming = atom(false);

/** Gives an account a nickname; an empty text removes it. @returns null once it is saved, or why it wasn't */
export async function renameAccount(accountId: string, nickname: string): Promise<Failure | null> {
  if ($isNaming.get()) return { kind: 'canceled' };
  $isNaming.set(true);
  const result = await send(renameAccountCall, { body: { accountId, nickname } });
  $isNaming.set(false);
  if (!result.ok) return result.failure;
  const saved = result.data.nickname;
  $accounts.change((accounts) =>
    accounts.map((account) => (account.id === accountId ? { ...account, nickname: saved } : account)),
  );
  return null;
}
