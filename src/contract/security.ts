import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { email, givenPassword, opaqueId, requiredText } from './fields.ts';
import { passkeyAssertion } from './passkeys.ts';

/** How long a reauthentication lasts. */
export const confirmationMinutes = 10;

const typedCode = requiredText(32);

/** `data` of the 403 that requests reauthentication. */
export const reauthenticationSchema = z.object({
  confirm: z.literal(1),
  two_factor: z.boolean(),
  passkey: z.boolean(),
});

export const confirmIdentity = defineCall({
  name: 'confirmIdentity',
  summary:
    'Proves again who is signed in: by password and, with two-step sign-in, a code; or by a passkey. For ten minutes',
  method: 'POST',
  path: 'identity/confirm',
  access: 'token',
  body: z
    .object({
      password: z.optional(givenPassword),
      code: z.optional(z.string().check(z.maxLength(32, 'authenticator_wrong'))),
      passkey: z.optional(passkeyAssertion),
    })
    .check(
      z.refine(({ password, passkey }) => password !== undefined || passkey !== undefined, {
        error: 'required',
        path: ['password'],
      }),
    ),
  errors: ['passkey_failed', 'too_many'],
});

export const fetchSessions = defineCall({
  name: 'fetchSessions',
  summary: 'Where the person is signed in, newest first',
  method: 'GET',
  path: 'sessions/fetch',
  access: 'token',
  data: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        /** From the User-Agent; null where unknown. */
        browser: z.nullable(z.string()),
        system: z.nullable(z.string()),
        /** The network address it was opened from. */
        place: z.string(),
        openedAt: z.int(),
        /** The last use, to within a few minutes. */
        seenAt: z.int(),
        expiresAt: z.int(),
        current: z.boolean(),
      }),
    ),
  }),
});

export const endSessionById = defineCall({
  name: 'endSessionById',
  summary: 'Ends one of the person’s own sessions; one that is over already is no error',
  method: 'POST',
  path: 'sessions/end',
  access: 'token',
  body: z.object({ id: opaqueId }),
  errors: ['not_found'],
});

export const endOtherSessions = defineCall({
  name: 'endOtherSessions',
  summary: 'Ends all sessions but the one that asks',
  method: 'POST',
  path: 'sessions/end-others',
  access: 'token',
});

export const askEmailChange = defineCall({
  name: 'askEmailChange',
  summary: 'Mails a code to the new address. A taken address answers alike; the old one is told. Needs a fresh proof',
  method: 'POST',
  path: 'email/change',
  access: 'verified',
  body: z.object({ email }),
  errors: ['confirm_first', 'too_many'],
});

export const confirmEmailChange = defineCall({
  name: 'confirmEmailChange',
  summary: 'Moves the account to the address that the code proves. Ends all other sessions',
  method: 'POST',
  path: 'email/change/verify',
  access: 'verified',
  body: z.object({ code: typedCode }),
  returns: { user: true },
  errors: ['code_used', 'conflict', 'too_many'],
});

export const startTwoFactor = defineCall({
  name: 'startTwoFactor',
  summary: 'A new secret for an authenticator app; it counts once a code of it was given. Needs a fresh proof',
  method: 'POST',
  path: 'two-factor/start',
  access: 'verified',
  data: z.object({
    /** Base32 in groups, for typing. */
    secret: z.string(),
    /** otpauth:// URI. */
    uri: z.string(),
    /** The same as a QR code: modules per side, and an SVG path of the dark ones. */
    qr: z.object({ size: z.int(), path: z.string() }),
  }),
  errors: ['confirm_first', 'conflict'],
});

export const confirmTwoFactor = defineCall({
  name: 'confirmTwoFactor',
  summary: 'Turns two-step sign-in on by a first code. The answer holds the recovery codes, once',
  method: 'POST',
  path: 'two-factor/confirm',
  access: 'verified',
  body: z.object({ code: typedCode }),
  data: z.object({ recoveryCodes: z.array(z.string()) }),
  returns: { user: true },
  errors: ['confirm_first', 'conflict', 'too_many'],
});

export const requirePasskey = defineCall({
  name: 'requirePasskey',
  summary: 'Turns two-step sign-in on with the person’s passkeys. The answer holds the recovery codes, once',
  method: 'POST',
  path: 'two-factor/passkey',
  access: 'verified',
  data: z.object({ recoveryCodes: z.array(z.string()) }),
  returns: { user: true },
  errors: ['confirm_first', 'conflict'],
});

export const renewRecoveryCodes = defineCall({
  name: 'renewRecoveryCodes',
  summary: 'New recovery codes; the earlier ones stop working. Needs a fresh proof',
  method: 'POST',
  path: 'two-factor/recovery',
  access: 'verified',
  data: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['confirm_first', 'conflict'],
});

export const endTwoFactor = defineCall({
  name: 'endTwoFactor',
  summary: 'Turns two-step sign-in off; passkeys stay. Needs a fresh proof',
  method: 'POST',
  path: 'two-factor/end',
  access: 'verified',
  returns: { user: true },
  errors: ['confirm_first'],
});
