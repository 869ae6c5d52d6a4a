import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { WebhookCalls } from '#shared/messages/contract-webhook-calls.ts';
import { createForm } from './form.ts';
import { sendConfirmed } from './reauthentication.ts';
import { createResource } from './resource.ts';
import { notify, notifyFailure } from './toasts.ts';

export type WebhooksData = DataOf<WebhookCalls['fetch']>;
export type Webhooks = ReturnType<typeof createWebhooks>;

const logDelayMs = 1_500;

/** An affiliate's or a trader's webhook endpoint. */
export function createWebhooks(calls: WebhookCalls) {
  const $webhooks = createResource(() => send(calls.fetch, {}));
  /** A new secret, kept until the person leaves the page: the server never returns it again. */
  const $secret = atom<string | null>(null);
  const $busy = atom(false);

  async function runOnce(change: () => Promise<void>): Promise<void> {
    if ($busy.get()) return;
    $busy.set(true);
    try {
      await change();
      await $webhooks.load();
    } finally {
      $busy.set(false);
    }
  }

  return {
    ...{ $webhooks, $secret, $busy },
    createForm: (url: string) =>
      createForm({
        contract: calls.save,
        initial: { url },
        sendBy: sendConfirmed,
        onSuccess: async ({ data }) => {
          if (data.secret !== null) $secret.set(data.secret);
          notify('success', { key: 'saved' });
          await $webhooks.load();
        },
      }),
    rotate: () =>
      runOnce(async () => {
        const result = await sendConfirmed(calls.rotate, {});
        if (result.ok) $secret.set(result.data.secret);
        else notifyFailure(result.failure);
      }),
    remove: () =>
      runOnce(async () => {
        const result = await send(calls.remove, {});
        if (result.ok) $secret.set(null);
        else notifyFailure(result.failure);
      }),
    /** Sends a test; the log shows it after the first attempt. */
    test: () =>
      runOnce(async () => {
        const result = await send(calls.test, {});
        if (!result.ok) notifyFailure(result.failure);
        else setTimeout(() => void $webhooks.load(), logDelayMs);
      }),
  };
}
