import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { token } from '#shared/core/fields.ts';

export const fetchSessionId = defineCall({
  summary: 'Returns an opaque id that the browser stores and sends with its orders',
  get: 'sessionId/fetch',
  access: 'any',
  /** The browser's previous id, whose data moves to the new one. */
  query: z.object({ previous: z.optional(token(128)) }),
  data: z.string(),
});

export const checkAuth = defineCall({
  summary: 'Returns the user of the token',
  post: 'check_auth',
  limit: null,
  access: 'token',
  returns: { user: true },
});

export const logout = defineCall({
  summary: 'Ends the session of the token. Succeeds if it has already ended',
  post: 'logout',
  access: 'any',
});

export const captchaChallenge = defineCall({
  summary: 'Returns a new proof-of-work challenge in the widget’s format, without the envelope',
  get: 'captcha/challenge',
  access: 'any',
  mediaType: 'application/json',
  limit: 'captcha-from',
  errors: ['no_such_call'],
});

export const captchaConfig = defineCall({
  summary: 'Returns the captcha provider of this installation and the site key of its widget',
  get: 'captcha/config',
  access: 'any',
  data: z.object({
    provider: z.enum(['altcha', 'recaptcha', 'hcaptcha', 'turnstile']),
    /** Null for the built-in captcha. */
    siteKey: z.nullable(z.string()),
  }),
});

export const countries = defineCall({
  summary: 'Lists countries whose residents are accepted, named in the reader’s language',
  get: 'countries',
  access: 'any',
  data: z.object({ countries: z.array(z.object({ code: z.string(), name: z.string(), asksPostalCode: z.boolean() })) }),
});
