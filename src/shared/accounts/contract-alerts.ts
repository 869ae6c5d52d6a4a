import * as z from 'zod/mini';
import { isPushEndpoint } from '#lib/push-services.ts';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId, requiredToken, token } from '#shared/core/fields.ts';

const thresholds = {
  /** Alerts when this share of the drawdown, in basis points, remains; null for never. */
  roomBps: z.nullable(z.int('invalid').check(z.minimum(500, 'invalid'), z.maximum(9_000, 'invalid'))),
  /** The trader's own daily target; null for none. */
  dailyTargetCents: z.nullable(z.int('invalid').check(z.minimum(100, 'invalid'), z.maximum(100_000_000, 'invalid'))),
  /** Alerts when this share of the contract limit, in basis points, is in use; null for never. */
  contractsBps: z.nullable(z.int('invalid').check(z.minimum(5_000, 'invalid'), z.maximum(10_000, 'invalid'))),
  mail: z.boolean('invalid'),
  push: z.boolean('invalid'),
  /** Whether push messages, which show on lock screens, include amounts. */
  pushAmounts: z.boolean('invalid'),
};

export const fetchAlerts = defineCall({
  summary: 'Returns your alert settings for one account, and the public key for push subscriptions',
  get: 'account/alerts',
  query: z.object({ accountId: opaqueId }),
  data: z.object({
    accountId: z.string(),
    ...thresholds,
    pushKey: z.string(),
    /** Whether your alerts go to this browser. */
    pushHere: z.boolean(),
  }),
  errors: ['not_found'],
});

export const updateAlerts = defineCall({
  summary: 'Updates your alert settings for one account',
  post: 'account/alerts',
  body: z.object({ accountId: opaqueId, ...thresholds }),
  errors: ['not_found'],
});

const endpoint = token(1_000, 'required').check(z.refine(isPushEndpoint, 'push_endpoint'));

export const subscribePush = defineCall({
  summary: 'Sends alerts to this browser until you sign out there. The endpoint must belong to a known push service',
  post: 'push/subscribe',
  body: z.object({
    endpoint,
    /** The browser's public key and secret, in base64url. */
    p256dh: requiredToken(200).check(z.regex(/^[\w-]{80,100}=?=?$/, 'invalid')),
    auth: requiredToken(60).check(z.regex(/^[\w-]{20,30}=?=?$/, 'invalid')),
  }),
});

export const unsubscribePush = defineCall({
  summary: 'Stops alerts to this browser. Succeeds even if it gets none',
  post: 'push/unsubscribe',
  access: 'token',
  body: z.object({ endpoint }),
});
