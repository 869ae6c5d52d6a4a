import * as z from 'zod/mini';
import { readScopes } from '#shared/core/access.ts';
import { defineCall } from '#shared/core/call.ts';
import { email, enteredPassword, opaqueId, titleLine, token, typedCode } from '#shared/core/fields.ts';
import { passkeyAssertion } from './contract-passkeys.ts';

/** How long a reauthentication lasts. */
export const confirmationMinutes = 10;

const appCode = typedCode(32);

/** How long a read token may last. */
export const readTokenDays = ['30', '90', '365'] as const;

export const confirmIdentity = defineCall({
  summary: 'Reauthenticates you for ten minutes: by password and, with two-step sign-in, a code; or by a passkey',
  post: 'identity/confirm',
  access: 'token',
  body: z
    .object({
      password: z.optional(enteredPassword),
      code: z.optional(token(32, 'invalid', 'authenticator_wrong')),
      passkey: z.optional(passkeyAssertion),
    })
    .check(
      z.refine(({ password, passkey }) => password !== undefined || passkey !== undefined, {
        error: 'required',
        path: ['password'],
      }),
    ),
  limit: 'login-from',
  errors: ['passkey_failed'],
});

export const fetchSessions = defineCall({
  summary: 'Lists your sessions and read tokens, newest first',
  get: 'sessions/fetch',
  limit: null,
  access: 'token',
  data: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        /** From the User-Agent; null if unknown. */
        browser: z.nullable(z.string()),
        system: z.nullable(z.string()),
        /** The network address it was opened from. */
        place: z.string(),
        openedAt: z.int(),
        /** The last use, to within a few minutes. */
        seenAt: z.int(),
        expiresAt: z.int(),
        current: z.boolean(),
        /** Of a read token; null for a session. */
        readToken: z.nullable(z.object({ name: z.string(), scopes: z.array(z.enum(readScopes)) })),
      }),
    ),
  }),
});

export const endSessionById = defineCall({
  summary: 'Ends one of your sessions or read tokens. Succeeds if it has already ended',
  post: 'sessions/end',
  limit: null,
  access: 'token',
  body: z.object({ id: opaqueId }),
  errors: ['not_found'],
});

export const endOtherSessions = defineCall({
  summary: 'Ends all your other sessions, and your read tokens',
  post: 'sessions/end-others',
  limit: null,
  access: 'token',
});

export const createReadToken = defineCall({
  summary:
    'Creates a token for your own programs, which reads what its scopes name and changes nothing. Requires recent reauthentication',
  post: 'read-tokens/create',
  body: z.object({
    name: titleLine(40),
    scopes: z.array(z.enum(readScopes, 'invalid')).check(z.minLength(1, 'required'), z.maxLength(readScopes.length)),
    days: z.enum(readTokenDays, 'required'),
  }),
  /** The token is shown only once. */
  data: z.object({ token: z.string() }),
  errors: ['confirm_first', 'read_tokens_full'],
});

export const requestEmailChange = defineCall({
  summary: 'Mails a code to the new address and a warning to the old one. Requires recent reauthentication',
  post: 'email/change',
  body: z.object({ email }),
  limit: 'code-from',
  errors: ['confirm_first'],
});

export const confirmEmailChange = defineCall({
  summary: 'Changes your address to the one the code verifies. Ends all other sessions',
  post: 'email/change/verify',
  body: z.object({ code: appCode }),
  returns: { user: true },
  limit: 'code-from',
  errors: ['code_used', 'conflict'],
});

export const startTwoFactor = defineCall({
  summary:
    'Creates a secret for an authenticator app. It takes effect with the first valid code. Requires recent reauthentication',
  post: 'two-factor/start',
  limit: null,
  data: z.object({
    /** Base32 in groups, for typing. */
    secret: z.string(),
    uri: z.string(),
    /** The same as a QR code: modules per side, and an SVG path of the dark ones. */
    qr: z.object({ size: z.int(), path: z.string() }),
  }),
  errors: ['confirm_first', 'conflict'],
});

export const confirmTwoFactor = defineCall({
  summary: 'Turns on two-step sign-in with a first code. The response contains the recovery codes, shown only once',
  post: 'two-factor/confirm',
  body: z.object({ code: appCode }),
  data: z.object({ recoveryCodes: z.array(z.string()) }),
  returns: { user: true },
  limit: 'code-from',
  errors: ['confirm_first', 'conflict'],
});

export const requirePasskey = defineCall({
  summary: 'Turns on two-step sign-in with your passkeys. The response contains the recovery codes, shown only once',
  post: 'two-factor/passkey',
  limit: null,
  data: z.object({ recoveryCodes: z.array(z.string()) }),
  returns: { user: true },
  errors: ['confirm_first', 'conflict'],
});

export const renewRecoveryCodes = defineCall({
  summary: 'Replaces your recovery codes. The previous ones stop working. Requires recent reauthentication',
  post: 'two-factor/recovery',
  limit: null,
  data: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['confirm_first', 'conflict'],
});

export const endTwoFactor = defineCall({
  summary: 'Turns off two-step sign-in. Passkeys stay. Requires recent reauthentication',
  post: 'two-factor/end',
  limit: null,
  destructive: true,
  returns: { user: true },
  errors: ['confirm_first'],
});
