import { defineWebhookCalls } from '#shared/messages/contract-webhook-calls.ts';
import { macrosOf, postbackMacros } from '#shared/messages/webhook.ts';

const known: readonly string[] = postbackMacros;
const hasKnownMacros = (url: string) => macrosOf(url).every((name) => known.includes(name));

export const {
  fetch: fetchPostbacks,
  save: savePostbackUrl,
  rotate: rotatePostbackSecret,
  remove: removePostbackUrl,
  test: testPostback,
} = defineWebhookCalls('affiliate/postbacks', 'postback', hasKnownMacros, []);
