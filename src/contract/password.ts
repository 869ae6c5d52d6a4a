import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { email, givenPassword, newPassword, repeatedPassword, requiredText } from './fields.ts';

const mustMatch = { error: 'passwords_differ', path: ['confirm_password'] };

export const submitForgotEmail = defineCall({
  name: 'submitForgotEmail',
  summary: 'Mails a link that sets a new password. Known and unknown addresses answer alike, in words and in time',
  method: 'POST',
  path: 'submit_forgot_email',
  body: z.object({ email }),
  errors: ['too_many'],
});

export const verifyForgotEmail = defineCall({
  name: 'verifyForgotEmail',
  summary: 'Says whether a mailed link still works and, with a password, sets it. Ends every session, opens none',
  method: 'POST',
  path: 'forgot/email/verify',
  body: z
    .object({
      token: requiredText(128),
      password: z.optional(newPassword),
      confirm_password: z.optional(z.string('required')),
    })
    .check(z.refine((value) => value.password === value.confirm_password, mustMatch)),
  data: z.object({ changed: z.boolean() }),
  errors: ['code_used', 'link_used', 'too_many'],
});

export const changePassword = defineCall({
  name: 'changePassword',
  summary: 'A new password for somebody who is signed in and gives the present one. Ends all other sessions',
  method: 'POST',
  path: 'password/change',
  access: 'token',
  body: z
    .object({ current_password: givenPassword, password: newPassword, confirm_password: repeatedPassword })
    .check(z.refine((value) => value.password === value.confirm_password, mustMatch)),
  errors: ['conflict', 'too_many'],
});
