import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { saveFile } from '#app/http/file.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { sendConfirmed } from '#app/shell/stores/reauthentication.ts';
import { updateUser } from '#app/shell/stores/session.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import type { DataOf } from '#shared/core/call.ts';
import {
  confirmTwoFactor,
  endOtherSessions,
  endSessionById,
  endTwoFactor,
  fetchSessions,
  renewRecoveryCodes,
  requirePasskey,
  startTwoFactor,
} from '#shared/people/contract-security.ts';
import { loadPasskeys } from './passkeys.ts';

export type SignIn = DataOf<typeof fetchSessions>['sessions'][number];
export type Enrolment = DataOf<typeof startTwoFactor>;

/** The person's sessions; null while loading. */
export const $signIns = atom<readonly SignIn[] | null>(null);

export async function loadSignIns(): Promise<void> {
  const result = await send(fetchSessions, {});
  if (result.ok) $signIns.set(result.data.sessions);
  else notifyFailure(result.failure);
}

export async function endSignIn(id: string): Promise<void> {
  const result = await send(endSessionById, { body: { id } });
  if (!result.ok) notifyFailure(result.failure);
  await loadSignIns();
}

export async function endOtherSignIns(): Promise<void> {
  const result = await send(endOtherSessions, {});
  if (!result.ok) notifyFailure(result.failure);
  await loadSignIns();
}

/** The secret waiting for its first code; null without one. */
export const $enrolment = atom<Enrolment | null>(null);
/** Recovery codes, shown only once. */
export const $recoveryCodes = atom<readonly string[] | null>(null);

/** Saves the codes as a text file that says what they are for. */
export function downloadRecoveryCodes(email: string): void {
  const codes = $recoveryCodes.get();
  if (codes === null) return;
  saveFile('recovery-codes.txt', new Blob([`${email}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }));
}

/** Removes the codes from the screen once their owner has saved them. */
export function forgetRecoveryCodes(): void {
  $recoveryCodes.set(null);
}

export async function startEnrolment(): Promise<void> {
  const result = await sendConfirmed(startTwoFactor, {});
  if (result.ok) $enrolment.set(result.data);
  else notifyFailure(result.failure);
}

export function createEnrolmentForm() {
  return createForm({
    contract: confirmTwoFactor,
    initial: { code: '' },
    sendBy: sendConfirmed,
    onSuccess: ({ data, user }) => {
      $enrolment.set(null);
      $recoveryCodes.set(data.recoveryCodes);
      updateUser(user);
      void loadSignIns();
      void loadPasskeys();
    },
  });
}

/** Turns on two-step sign-in with the existing passkeys. */
export async function turnOnWithPasskey(): Promise<void> {
  const result = await sendConfirmed(requirePasskey, {});
  if (!result.ok) {
    notifyFailure(result.failure);
    return;
  }
  $recoveryCodes.set(result.data.recoveryCodes);
  updateUser(result.user);
  void loadSignIns();
}

export async function renewCodes(): Promise<void> {
  const result = await sendConfirmed(renewRecoveryCodes, {});
  if (result.ok) $recoveryCodes.set(result.data.recoveryCodes);
  else notifyFailure(result.failure);
}

export async function turnTwoFactorOff(): Promise<void> {
  const result = await sendConfirmed(endTwoFactor, {});
  if (!result.ok) {
    notifyFailure(result.failure);
    return;
  }
  $recoveryCodes.set(null);
  updateUser(result.user);
  void loadPasskeys();
}
