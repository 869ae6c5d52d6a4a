import { atom } from 'nanostores';
import type { Loadable } from '#app/billing/stores/billing.ts';
import { send } from '#app/http/call.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import {
  fetchPostbacks,
  removePostbackUrl,
  rotatePostbackSecret,
  savePostbackUrl,
  testPostback,
} from '#shared/affiliates/contract-postbacks.ts';
import type { DataOf } from '#shared/core/call.ts';

export type AffiliatePostbacks = DataOf<typeof fetchPostbacks>;
export type PostbackDelivery = AffiliatePostbacks['deliveries'][number];

export const $postbacks = atom<Loadable<AffiliatePostbacks>>({ status: 'loading' });
/** A new secret, kept until the person leaves the page: the server never returns it again. */
export const $postbackSecret = atom<string | null>(null);
export const $postbackBusy = atom(false);

export async function loadPostbacks(): Promise<void> {
  const result = await send(fetchPostbacks, {});
  if (result.ok) $postbacks.set({ status: 'ready', value: result.data });
  else if ($postbacks.get().status !== 'ready') $postbacks.set({ status: 'failed' });
  if (!result.ok) notifyFailure(result.failure);
}

export function createPostbackForm(url: string) {
  return createForm({
    contract: savePostbackUrl,
    initial: { url },
    onSuccess: async ({ data }) => {
      if (data.secret !== null) $postbackSecret.set(data.secret);
      notify('success', { key: 'saved' });
      await loadPostbacks();
    },
  });
}

async function runOnce(change: () => Promise<void>): Promise<void> {
  if ($postbackBusy.get()) return;
  $postbackBusy.set(true);
  try {
    await change();
    await loadPostbacks();
  } finally {
    $postbackBusy.set(false);
  }
}

export function rotateSecret(): Promise<void> {
  return runOnce(async () => {
    const result = await send(rotatePostbackSecret, {});
    if (result.ok) $postbackSecret.set(result.data.secret);
    else notifyFailure(result.failure);
  });
}

export function removePostbacks(): Promise<void> {
  return runOnce(async () => {
    const result = await send(removePostbackUrl, {});
    if (result.ok) $postbackSecret.set(null);
    else notifyFailure(result.failure);
  });
}

const logDelayMs = 1_500;

/** Sends a test; the log shows it after the first attempt. */
export function sendTest(): Promise<void> {
  return runOnce(async () => {
    const result = await send(testPostback, {});
    if (!result.ok) notifyFailure(result.failure);
    else setTimeout(() => void loadPostbacks(), logDelayMs);
  });
}
