import { createWebhooks } from '#app/shell/stores/webhooks.ts';
import * as calls from '#shared/people/contract-webhooks.ts';

export const webhooks = createWebhooks({
  ...{ fetch: calls.fetchWebhooks, save: calls.saveWebhookUrl, rotate: calls.rotateWebhookSecret },
  ...{ remove: calls.removeWebhookUrl, test: calls.testWebhook },
});
