import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { accepted, captcha, email, optionalBox } from './fields.ts';

export const subscribeNewsletter = defineCall({
  name: 'subscribeNewsletter',
  summary: 'Asks for the newsletter. The address gets a mail to confirm it, whether or not we know it; never a token',
  method: 'POST',
  path: 'newsletter/subscribe',
  multipart: true,
  // In the order in which the form reports errors.
  body: z.object({ captcha, email, termsUse: accepted('newsletter_terms'), share: optionalBox }),
  errors: ['too_many', 'captcha_unavailable'],
});
