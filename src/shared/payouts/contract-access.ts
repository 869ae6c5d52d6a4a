import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { email, optionalCaptcha, token, typedCode } from '#shared/core/fields.ts';

export const payoutAccessMinutes = 30;

export const requestPayoutAccess = defineCall({
  summary:
    'Mails a one-time code and link to a signed-out person. The response is the same whether or not the address is known',
  post: 'payouts/access/request',
  access: 'any',
  body: z.object({ email }),
  limit: 'form-from',
});

export const confirmPayoutAccess = defineCall({
  summary:
    'Exchanges the mailed code, or the one in the mail’s link, for a token that opens this person’s payouts for thirty minutes',
  post: 'payouts/access/confirm',
  access: 'any',
  body: z.object({
    email,
    /** The typed code, or the one in the mail’s link. */
    code: typedCode(64, 'code_wrong').check(z.regex(/^(?:\d{6}|[\w-]{43})$/, 'code_wrong')),
    /** With two-step sign-in: a code of the authenticator app, or a recovery code. */
    authenticator: z.optional(token(32, 'authenticator_wrong', 'authenticator_wrong')),
    captcha: optionalCaptcha,
  }),
  /** Keep `accessToken` in memory. It isn't a session token: only calls with the access `payout` accept it. */
  data: z.object({ accessToken: z.string(), expiresAt: z.int() }),
  // 403 means the mailed code is right and the second factor is missing.
  limit: 'code-from',
  errors: ['code_used', 'code_needed', 'captcha_unavailable'],
});
