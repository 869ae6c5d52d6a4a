import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { email, enteredPassword, newPassword, repeatedPassword, requiredToken } from '#shared/core/fields.ts';

const mustMatch = { error: 'passwords_differ', path: ['confirm_password'] };

export const submitForgotEmail = defineCall({
  summary: 'Mails a password reset link. Known and unknown addresses get the same response in the same time',
  post: 'submit_forgot_email',
  access: 'any',
  body: z.object({ email }),
  limit: 'code-from',
});

export const verifyForgotEmail = defineCall({
  summary: 'Checks a reset link and, if a password is given, sets it. Ends every session without opening a new one',
  post: 'forgot/email/verify',
  access: 'any',
  body: z
    .object({
      token: requiredToken(128),
      password: z.optional(newPassword),
      confirm_password: z.optional(repeatedPassword),
    })
    .check(z.refine((value) => value.password === value.confirm_password, mustMatch)),
  data: z.object({ changed: z.boolean() }),
  limit: 'code-from',
  errors: ['code_used', 'link_used'],
});

export const changePassword = defineCall({
  summary: 'Changes the password of the signed-in user, who must enter the current one. Ends all other sessions',
  post: 'password/change',
  access: 'token',
  body: z
    .object({ current_password: enteredPassword, password: newPassword, confirm_password: repeatedPassword })
    .check(z.refine((value) => value.password === value.confirm_password, mustMatch)),
  limit: 'login-from',
  errors: ['conflict'],
});
