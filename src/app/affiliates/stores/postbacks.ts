import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import * as calls from '#shared/affiliates/contract-postbacks.ts';
import type { DataOf } from '#shared/core/call.ts';

export type AffiliatePostbacks = DataOf<typeof calls.fetchPostbacks>;
export type PostbackDelivery = AffiliatePostbacks['deliveries'][number];

export const $postbacks = createResource(() => send(calls.fetchPostbacks, {}));
/** A new secret, kept until the person leaves the page: the server never returns it again. */
export const $postbackSecret = atom<string | null>(null);
export const $postbackBusy = atom(false);

export function createPostbackForm(url: string) {
  return createForm({
    contract: calls.savePostbackUrl,
    initial: { url },
    onSuccess: async ({ data }) => {
      if (data.secret !== null) $postbackSecret.set(data.secret);
      notify('success', { key: 'saved' });
      await $postbacks.load();
    },
  });
}

async function runOnce(change: () => Promise<void>): Promise<void> {
  if ($postbackBusy.get()) return;
  $postbackBusy.set(true);
  try {
    await change();
    await $postbacks.load();
  } finally {
    $postbackBusy.set(false);
  }
}

export function rotateSecret(): Promise<void> {
  return runOnce(async () => {
    const result = await send(calls.rotatePostbackSecret, {});
    if (result.ok) $postbackSecret.set(result.data.secret);
    else notifyFailure(result.failure);
  });
}

export function removePostbacks(): Promise<void> {
  return runOnce(async () => {
    const result = await send(calls.removePostbackUrl, {});
    if (result.ok) $postbackSecret.set(null);
    else notifyFailure(result.failure);
  });
}

const logDelayMs = 1_500;

/** Sends a test; the log shows it after the first attempt. */
export function sendTest(): Promise<void> {
  return runOnce(async () => {
    const result = await send(calls.testPostback, {});
    if (!result.ok) notifyFailure(result.failure);
    else setTimeout(() => void $postbacks.load(), logDelayMs);
  });
}
