import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { captcha, email, optionalCheckbox, requiredCheckbox } from '#shared/core/fields.ts';

export const subscribeNewsletter = defineCall({
  summary:
    'Subscribes an address to the newsletter after it confirms by email. The response is the same for every address',
  post: 'newsletter/subscribe',
  access: 'any',
  multipart: true,
  // In the order in which the form reports errors.
  body: z.object({ captcha, email, termsUse: requiredCheckbox('newsletter_terms'), share: optionalCheckbox }),
  limit: 'form-from',
  errors: ['captcha_unavailable'],
});
