import { defineWebhookCalls } from '#shared/messages/contract-webhook-calls.ts';
import { macrosOf } from '#shared/messages/webhook.ts';

const hasNoMacros = (url: string) => macrosOf(url).length === 0;

/** Saving requires recent reauthentication. */
export const {
  fetch: fetchWebhooks,
  save: saveWebhookUrl,
  rotate: rotateWebhookSecret,
  remove: removeWebhookUrl,
  test: testWebhook,
} = defineWebhookCalls('webhooks', 'webhook', hasNoMacros, ['confirm_first']);
