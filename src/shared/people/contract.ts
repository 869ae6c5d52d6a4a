import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import {
  browserSessionId,
  captcha,
  countryCode,
  email,
  enteredPassword,
  nameFields,
  newPassword,
  optionalCaptcha,
  repeatedPassword,
  requiredCheckbox,
  token,
  typedCode,
} from '#shared/core/fields.ts';
import { passkeyAssertion } from './contract-passkeys.ts';

function samePassword(value: { password: string; confirm_password: string }): boolean {
  return value.password === value.confirm_password;
}

const mustMatch = { error: 'passwords_differ', path: ['confirm_password'] };

/** Data of a 422 for a wrong code, if attempts are counted for this browser. */
export const attemptsLeftSchema = z.object({ attemptsLeft: z.int() });

export const submitLogin = defineCall({
  summary: 'Signs in. An unknown address and a wrong password get the same response in the same time',
  post: 'submit_login',
  access: 'any',
  body: z.object({
    email,
    password: enteredPassword,
    code: z.optional(token(32, 'invalid', 'authenticator_wrong')),
    /** Instead of the code. */
    passkey: z.optional(passkeyAssertion),
    captcha: optionalCaptcha,
  }),
  returns: { token: true, user: true },
  // 403 means the password is right and a two-step code is required.
  limit: 'login-from',
  errors: ['login_failed', 'code_needed', 'passkey_failed', 'sign_in_suspended', 'captcha_unavailable'],
});

export const register = defineCall({
  summary: 'Registers an account and mails a code to the address. The response is the same for a known address',
  post: 'register',
  access: 'any',
  multipart: true,
  body: z
    .object({
      ...nameFields,
      email,
      password: newPassword,
      confirm_password: repeatedPassword,
      country: countryCode,
      termsUse: requiredCheckbox('terms'),
      captcha,
    })
    .check(z.refine(samePassword, mustMatch)),
  limit: 'register-from',
  errors: ['captcha_unavailable', 'closing'],
});

export const resendEmail = defineCall({
  summary: 'Resends the verification code if the address is waiting for one',
  post: 'resend_email',
  access: 'any',
  body: z.object({ email }),
  limit: 'code-from',
});

export const verifyEmail = defineCall({
  summary:
    'Verifies an address by its code and signs in. A browser that did not register the address also chooses the password',
  post: 'email/verify',
  access: 'any',
  body: z
    .object({
      email,
      code: typedCode(64),
      password: z.optional(newPassword),
      confirm_password: z.optional(repeatedPassword),
      captcha: optionalCaptcha,
      browserSessionId,
    })
    .check(z.refine((value) => value.password === value.confirm_password, mustMatch)),
  returns: { token: true, user: true },
  limit: 'code-from',
  errors: ['code_used', 'sign_in_suspended', 'captcha_unavailable'],
});

export const setPassword = defineCall({
  summary: 'Sets the first password of a guest buyer with the mailed one-time code, and signs in',
  post: 'password/set',
  access: 'any',
  body: z
    .object({
      email,
      code: typedCode(64),
      password: newPassword,
      confirm_password: repeatedPassword,
    })
    .check(z.refine(samePassword, mustMatch)),
  returns: { token: true, user: true },
  limit: 'code-from',
  errors: ['code_used', 'sign_in_suspended'],
});
