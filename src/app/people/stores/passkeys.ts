import { atom } from 'nanostores';
import { type Result, send } from '#app/http/call.ts';
import { createPasskey, type PasskeyProblem, requestPasskey } from '#app/http/passkey.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { sendConfirmed } from '#app/shell/stores/reauthentication.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { notify, notifyFailure, type ToastKey } from '#app/shell/stores/toasts.ts';
import type { Call, DataOf } from '#shared/core/call.ts';
import * as calls from '#shared/people/contract-passkeys.ts';

export type Passkey = DataOf<typeof calls.fetchPasskeys>['passkeys'][number];

/** The person's passkeys, and whether an authenticator app is set up; null while loading. */
export const $passkeys = createResource(() => send(calls.fetchPasskeys, {}), { isQuiet: true });
export const $isAdding = atom(false);

const texts: Readonly<Record<PasskeyProblem, ToastKey>> = {
  canceled: 'passkey_canceled',
  exists: 'passkey_exists',
  unsupported: 'passkey_unsupported',
  unexpected: 'unexpected',
};

function reportProblem(problem: PasskeyProblem): void {
  notify(problem === 'canceled' ? 'info' : 'error', { key: texts[problem] });
}

/** Asks the person for a passkey; any failure has already been shown. */
export async function askForPasskey(
  start: typeof calls.startPasskeySignIn | typeof calls.startPasskeyConfirmation,
): Promise<calls.PasskeyAssertion | undefined> {
  const options = await send(start, {});
  if (!options.ok) {
    notifyFailure(options.failure);
    return undefined;
  }
  const used = await requestPasskey(options.data);
  if (used.ok) return used.credential;
  reportProblem(used.problem);
  return undefined;
}

async function addNew(): Promise<void> {
  const options = await sendConfirmed(calls.startPasskey, {});
  if (!options.ok) return notifyFailure(options.failure);
  const made = await createPasskey(options.data);
  if (!made.ok) return reportProblem(made.problem);
  await reload(await sendConfirmed(calls.addPasskey, { body: { passkey: made.credential } }));
}

async function reload<C extends Call>(result: Result<C>): Promise<void> {
  if (!result.ok) notifyFailure(result.failure);
  await $passkeys.load();
}

export async function addNewPasskey(): Promise<void> {
  if ($isAdding.get()) return;
  $isAdding.set(true);
  try {
    await addNew();
  } finally {
    $isAdding.set(false);
  }
}

export async function removeOldPasskey(id: string): Promise<void> {
  await reload(await sendConfirmed(calls.removePasskey, { body: { id } }));
}

export function createRenameForm({ id, name }: Passkey, onDone: () => void) {
  return createForm({
    contract: calls.renamePasskey,
    initial: { id, name },
    sendBy: sendConfirmed,
    onSuccess: async () => {
      await $passkeys.load();
      onDone();
    },
  });
}
