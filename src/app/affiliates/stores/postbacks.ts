import { createWebhooks } from '#app/shell/stores/webhooks.ts';
import * as calls from '#shared/affiliates/contract-postbacks.ts';

export const postbacks = createWebhooks({
  ...{ fetch: calls.fetchPostbacks, save: calls.savePostbackUrl, rotate: calls.rotatePostbackSecret },
  ...{ remove: calls.removePostbackUrl, test: calls.testPostback },
});
