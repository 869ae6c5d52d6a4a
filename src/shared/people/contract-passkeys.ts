import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { formatted, opaqueId, plainLine } from '#shared/core/fields.ts';

const bytes = (maximum: number) => formatted(maximum, /^[\w-]+$/, 'passkey');

const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key', 'passkey'),
};

/** What a browser's `navigator.credentials.get` returns, as JSON (WebAuthn Level 3, section 5.1.9). */
export const passkeyAssertion = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: bytes(4096),
        authenticatorData: bytes(4096),
        signature: bytes(8192),
        userHandle: z.optional(bytes(128)),
      },
      'passkey',
    ),
  },
  'passkey',
);

export type PasskeyAssertion = z.output<typeof passkeyAssertion>;

/** What `navigator.credentials.create` returns, as JSON. */
const passkeyRegistration = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: bytes(4096),
        attestationObject: bytes(32_768),
        transports: z._default(
          z.array(formatted(20, /^[a-z-]{1,20}$/, 'passkey', 'invalid')).check(z.maxLength(8)),
          [],
        ),
      },
      'passkey',
    ),
  },
  'passkey',
);

export type PasskeyRegistration = z.output<typeof passkeyRegistration>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
});

/** `PublicKeyCredentialRequestOptionsJSON`. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Empty if any passkey of this site may be used. */
  allowCredentials: z.array(descriptor),
});

/** `PublicKeyCredentialCreationOptionsJSON`. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

export const startPasskeySignIn = defineCall({
  summary: 'Creates a challenge for signing in with a passkey. It is valid once, for five minutes, in this browser',
  post: 'passkeys/sign-in/start',
  access: 'any',
  data: requestOptions,
  limit: 'login-from',
});

export const signInWithPasskey = defineCall({
  summary: 'Signs in with a passkey alone, which proves possession and, by PIN or biometrics, the person',
  post: 'passkeys/sign-in',
  access: 'any',
  body: z.object({ passkey: passkeyAssertion }),
  returns: { token: true, user: true },
  limit: 'login-from',
  errors: ['passkey_failed', 'sign_in_suspended'],
});

export const fetchPasskeys = defineCall({
  summary: 'Lists your passkeys, oldest first, and whether an authenticator app is set up too',
  get: 'passkeys/fetch',
  limit: null,
  data: z.object({
    hasApp: z.boolean(),
    passkeys: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** Whether its provider keeps a copy, so that it outlives the device. */
        synced: z.boolean(),
        createdAt: z.int(),
        lastUsedAt: z.nullable(z.int()),
      }),
    ),
  }),
});

export const startPasskey = defineCall({
  summary: 'Creates a challenge for a new passkey. Requires recent reauthentication',
  post: 'passkeys/add/start',
  limit: null,
  data: creationOptions,
  errors: ['confirm_first', 'passkeys_full'],
});

export const addPasskey = defineCall({
  summary: 'Adds the passkey that answers the challenge, named after the browser. Requires recent reauthentication',
  post: 'passkeys/add',
  limit: null,
  body: z.object({ passkey: passkeyRegistration }),
  data: z.object({ id: z.string() }),
  errors: ['confirm_first', 'passkey_failed', 'passkeys_full', 'conflict'],
});

export const renamePasskey = defineCall({
  summary: 'Renames a passkey. Requires recent reauthentication',
  post: 'passkeys/rename',
  limit: null,
  body: z.object({ id: opaqueId, name: plainLine(60) }),
  errors: ['confirm_first', 'not_found'],
});

export const removePasskey = defineCall({
  summary: 'Removes a passkey, unless two-step sign-in depends on it alone. Requires recent reauthentication',
  post: 'passkeys/remove',
  limit: null,
  destructive: true,
  body: z.object({ id: opaqueId }),
  errors: ['confirm_first', 'last_second_factor', 'not_found'],
});

export const startPasskeyConfirmation = defineCall({
  summary: 'Creates a challenge for reauthentication with one of your passkeys',
  post: 'identity/confirm/start',
  access: 'token',
  data: requestOptions,
  limit: 'login-from',
});
