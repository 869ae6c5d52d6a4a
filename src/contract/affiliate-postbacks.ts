import * as z from 'zod/mini';
import { postbackTypes } from '../domain/affiliate/postback.ts';
import { defineCall } from './call.ts';
import { requiredText } from './fields.ts';

const moment = z.int();

const endpoint = z.object({
  url: z.string(),
  createdAt: moment,
  /** When the secret was last replaced; null if never. */
  rotatedAt: z.nullable(moment),
  /** Until when messages carry a second signature by the former secret. */
  formerSecretUntil: z.nullable(moment),
});

const delivery = z.object({
  /** The message's `webhook-id`, the same in every try. */
  id: z.string(),
  type: z.enum(postbackTypes),
  createdAt: moment,
  status: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.int(),
  nextTryAt: z.nullable(moment),
  lastTryAt: z.nullable(moment),
  /** What the affiliate's server answered last; null if it didn't. */
  statusCode: z.nullable(z.int()),
  failure: z.nullable(z.enum(['blocked', 'timeout', 'unreachable', 'tls'])),
  /** Exactly what is posted. */
  body: z.string(),
});

export const fetchPostbacks = defineCall({
  name: 'fetchPostbacks',
  summary: 'Where the bearer’s postbacks go, and the latest fifty with their tries',
  method: 'GET',
  path: 'affiliate/postbacks',
  access: 'verified',
  data: z.object({ endpoint: z.nullable(endpoint), deliveries: z.array(delivery) }),
  errors: ['not_found', 'too_many'],
});

export const savePostbackUrl = defineCall({
  name: 'savePostbackUrl',
  summary: 'Sets where postbacks go; the first time, the answer holds the secret, which is shown once',
  method: 'POST',
  path: 'affiliate/postbacks/save',
  access: 'verified',
  body: z.object({ url: requiredText(500).check(z.refine(isPostbackUrl, 'postback_url')) }),
  data: z.object({ secret: z.nullable(z.string()) }),
  errors: ['not_found', 'too_many'],
});

/** HTTPS without a user name, to a name with a dot or an address; whether it is public is the server’s to resolve. */
function isPostbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && /[.:]/.test(hostname);
}

export const rotatePostbackSecret = defineCall({
  name: 'rotatePostbackSecret',
  summary: 'Replaces the secret; messages carry signatures by both for a day',
  method: 'POST',
  path: 'affiliate/postbacks/rotate',
  access: 'verified',
  data: z.object({ secret: z.string() }),
  errors: ['not_found', 'too_many'],
});

export const removePostbackUrl = defineCall({
  name: 'removePostbackUrl',
  summary: 'Ends the bearer’s postbacks; those still waiting are dropped',
  method: 'POST',
  path: 'affiliate/postbacks/remove',
  access: 'verified',
  errors: ['not_found', 'too_many'],
});

export const testPostback = defineCall({
  name: 'testPostback',
  summary: 'Sends a test message; its tries appear in the log',
  method: 'POST',
  path: 'affiliate/postbacks/test',
  access: 'verified',
  data: z.object({ id: z.string() }),
  errors: ['not_found', 'too_many'],
});
