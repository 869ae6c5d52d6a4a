import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { saveFile } from '#app/http/file.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { sendConfirmed } from '#app/shell/stores/reauthentication.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { updateUser } from '#app/shell/stores/session.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { readScopes } from '#shared/core/access.ts';
import type { DataOf } from '#shared/core/call.ts';
import * as calls from '#shared/people/contract-security.ts';
import { $passkeys } from './passkeys.ts';

export type SignIn = DataOf<typeof calls.fetchSessions>['sessions'][number];
export type Enrollment = DataOf<typeof calls.startTwoFactor>;

/** The person's sessions; null while loading. */
export const $signIns = createResource(() => send(calls.fetchSessions, {}), { isQuiet: true });

export async function endSignIn(id: string): Promise<void> {
  const result = await send(calls.endSessionById, { body: { id } });
  if (!result.ok) notifyFailure(result.failure);
  await $signIns.load();
}

export async function endOtherSignIns(): Promise<void> {
  const result = await send(calls.endOtherSessions, {});
  if (!result.ok) notifyFailure(result.failure);
  await $signIns.load();
}

/** A new read token, shown only once. */
export const $newReadToken = atom<string | null>(null);

export function createReadTokenForm() {
  const form = createForm({
    contract: calls.createReadToken,
    initial: { name: '', scopes: [...readScopes], days: '90' },
    sendBy: sendConfirmed,
    onSuccess: async ({ data }) => {
      $newReadToken.set(data.token);
      form.reset();
      await $signIns.load();
    },
  });
  return form;
}

/** The secret waiting for its first code; null without one. */
export const $enrollment = atom<Enrollment | null>(null);
/** Recovery codes, shown only once. */
export const $recoveryCodes = atom<readonly string[] | null>(null);

export function downloadRecoveryCodes(email: string): void {
  const codes = $recoveryCodes.get();
  if (codes === null) return;
  saveFile('recovery-codes.txt', new Blob([`${email}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }));
}

/** Removes the codes from the screen once their owner has saved them. */
export function forgetRecoveryCodes(): void {
  $recoveryCodes.set(null);
}

export async function startEnrollment(): Promise<void> {
  const result = await sendConfirmed(calls.startTwoFactor, {});
  if (result.ok) $enrollment.set(result.data);
  else notifyFailure(result.failure);
}

export function createEnrollmentForm() {
  return createForm({
    contract: calls.confirmTwoFactor,
    initial: { code: '' },
    sendBy: sendConfirmed,
    onSuccess: ({ data, user }) => {
      $enrollment.set(null);
      $recoveryCodes.set(data.recoveryCodes);
      updateUser(user);
      void $signIns.load();
      void $passkeys.load();
    },
  });
}

export async function turnOnWithPasskey(): Promise<void> {
  const result = await sendConfirmed(calls.requirePasskey, {});
  if (!result.ok) return notifyFailure(result.failure);
  $recoveryCodes.set(result.data.recoveryCodes);
  updateUser(result.user);
  void $signIns.load();
}

export async function renewCodes(): Promise<void> {
  const result = await sendConfirmed(calls.renewRecoveryCodes, {});
  if (result.ok) $recoveryCodes.set(result.data.recoveryCodes);
  else notifyFailure(result.failure);
}

export async function turnTwoFactorOff(): Promise<void> {
  const result = await sendConfirmed(calls.endTwoFactor, {});
  if (!result.ok) return notifyFailure(result.failure);
  $recoveryCodes.set(null);
  updateUser(result.user);
  void $passkeys.load();
}
