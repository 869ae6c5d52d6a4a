import { defineWebhookCalls } from '#shared/messages/contract-webhook-calls.ts';

/** Saving and a new secret require recent reauthentication. */
export const {
  fetch: fetchWebhooks,
  save: saveWebhookUrl,
  rotate: rotateWebhookSecret,
  remove: removeWebhookUrl,
  test: testWebhook,
} = defineWebhookCalls('webhooks', 'webhook', [], ['confirm_first']);
