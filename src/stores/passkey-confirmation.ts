import { send } from '../client/call.ts';
import { startPasskeyConfirmation } from '../contract/passkeys.ts';
import { confirmIdentity } from '../contract/security.ts';
import { askForPasskey } from './passkeys.ts';
import type { $reauthentication } from './reauthentication.ts';
import { notifyFailure } from './toasts.ts';

/** Confirms a reauthentication by passkey instead of the password. */
export async function confirmByPasskey(question: NonNullable<ReturnType<typeof $reauthentication.get>>): Promise<void> {
  const passkey = await askForPasskey(startPasskeyConfirmation);
  if (!passkey) return;
  const result = await send(confirmIdentity, { body: { passkey } });
  if (result.ok) question.answer(true);
  else notifyFailure(result.failure);
}
