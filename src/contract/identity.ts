import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import {
  accepted,
  captcha,
  countryCode,
  email,
  givenPassword,
  newPassword,
  optionalCaptcha,
  personName,
  repeatedPassword,
  requiredText,
} from './fields.ts';
import { passkeyAssertion } from './passkeys.ts';

function samePassword(value: { password: string; confirm_password: string }): boolean {
  return value.password === value.confirm_password;
}

const mustMatch = { error: 'passwords_differ', path: ['confirm_password'] };

/** The data of a 422 for a wrong code, where the attempts of this browser are counted. */
export const attemptsLeftSchema = z.object({ attemptsLeft: z.int() });

export const fetchSessionId = defineCall({
  name: 'fetchSessionId',
  summary: 'An opaque id for this browser, kept by it and sent with its orders',
  method: 'GET',
  path: 'sessionId/fetch',
  /** The browser's previous id, whose data moves to the new one. */
  query: z.object({ previous: z.optional(z.string().check(z.maxLength(128, 'too_long'))) }),
  data: z.string(),
  errors: ['too_many'],
});

export const checkAuth = defineCall({
  name: 'checkAuth',
  summary: 'Whose token this is',
  method: 'POST',
  path: 'check_auth',
  access: 'token',
  returns: { user: true },
});

export const submitLogin = defineCall({
  name: 'submitLogin',
  summary: 'Sign in. An unknown address and a wrong password answer alike, in words and in time',
  method: 'POST',
  path: 'submit_login',
  body: z.object({
    email,
    password: givenPassword,
    code: z.optional(z.string().check(z.maxLength(32, 'authenticator_wrong'))),
    /** In place of the code. */
    passkey: z.optional(passkeyAssertion),
    captcha: optionalCaptcha,
  }),
  returns: { token: true, user: true },
  // 403 means the password is right and a two-step code is required.
  errors: ['login_failed', 'code_needed', 'passkey_failed', 'too_many', 'captcha_unavailable'],
});

export const logout = defineCall({
  name: 'logout',
  summary: 'Ends the session of the token; a token that is gone already is no error',
  method: 'POST',
  path: 'logout',
  errors: ['too_many'],
});

export const register = defineCall({
  name: 'register',
  summary: 'Opens an account; the address then gets a code. A known address gets another mail and the same answer',
  method: 'POST',
  path: 'register',
  multipart: true,
  body: z
    .object({
      first_name: personName,
      last_name: personName,
      email,
      password: newPassword,
      confirm_password: repeatedPassword,
      country: countryCode,
      termsUse: accepted('terms'),
      captcha,
    })
    .check(z.refine(samePassword, mustMatch)),
  errors: ['too_many', 'captcha_unavailable'],
});

export const resendEmail = defineCall({
  name: 'resendEmail',
  summary: 'Sends the verification code again, if the address waits for one',
  method: 'POST',
  path: 'resend_email',
  body: z.object({ email }),
  errors: ['too_many'],
});

export const verifyEmail = defineCall({
  name: 'verifyEmail',
  summary: 'Proves the address by its code and signs in. A browser that did not register it chooses the password here',
  method: 'POST',
  path: 'email/verify',
  body: z
    .object({
      email,
      code: requiredText(64),
      password: z.optional(newPassword),
      confirm_password: z.optional(z.string('required')),
      captcha: optionalCaptcha,
    })
    .check(z.refine((value) => value.password === value.confirm_password, mustMatch)),
  returns: { token: true, user: true },
  errors: ['code_used', 'too_many', 'captcha_unavailable'],
});

export const setPassword = defineCall({
  name: 'setPassword',
  summary: 'First password of somebody who bought as a guest; the one-use code comes by mail. Signs in',
  method: 'POST',
  path: 'password/set',
  body: z
    .object({
      email,
      code: requiredText(64),
      password: newPassword,
      confirm_password: repeatedPassword,
    })
    .check(z.refine(samePassword, mustMatch)),
  returns: { token: true, user: true },
  errors: ['code_used', 'too_many'],
});

export const captchaChallenge = defineCall({
  name: 'captchaChallenge',
  summary: 'A fresh proof-of-work challenge in the widget’s own format, outside the envelope',
  method: 'GET',
  path: 'captcha/challenge',
  mediaType: 'application/json',
  errors: ['no_such_call', 'too_many'],
});

export const captchaConfig = defineCall({
  name: 'captchaConfig',
  summary: 'Which captcha this installation uses, and the public key its widget needs',
  method: 'GET',
  path: 'captcha/config',
  data: z.object({
    provider: z.enum(['altcha', 'recaptcha', 'hcaptcha', 'turnstile']),
    /** Null for the built-in captcha. */
    siteKey: z.nullable(z.string()),
  }),
  errors: ['too_many'],
});

export const countries = defineCall({
  name: 'countries',
  summary: 'Countries whose residents are accepted, named in the reader’s language',
  method: 'GET',
  path: 'countries',
  data: z.object({ countries: z.array(z.object({ code: z.string(), name: z.string() })) }),
  errors: ['too_many'],
});
