import { defineWebhookCalls } from '#shared/messages/contract-webhook-calls.ts';
import { postbackMacros } from '#shared/messages/webhook.ts';

export const {
  fetch: fetchPostbacks,
  save: savePostbackUrl,
  rotate: rotatePostbackSecret,
  remove: removePostbackUrl,
  test: testPostback,
} = defineWebhookCalls('affiliate/postbacks', 'postback', postbackMacros, []);
