import { send } from '#app/http/call.ts';
import type { $reauthentication } from '#app/shell/stores/reauthentication.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { startPasskeyConfirmation } from '#shared/people/contract-passkeys.ts';
import { confirmIdentity } from '#shared/people/contract-security.ts';
import { askForPasskey } from './passkeys.ts';

/** Confirms a reauthentication by passkey instead of the password. */
export async function confirmByPasskey(question: NonNullable<ReturnType<typeof $reauthentication.get>>): Promise<void> {
  const passkey = await askForPasskey(startPasskeyConfirmation);
  if (!passkey) return;
  const result = await send(confirmIdentity, { body: { passkey } });
  if (result.ok) question.answer(true);
  else notifyFailure(result.failure);
}
