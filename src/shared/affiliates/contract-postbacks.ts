import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { requiredToken } from '#shared/core/fields.ts';
import { macrosOf, postbackMacros, postbackStatuses, postbackTypes } from './postback.ts';

const moment = z.int();

const endpoint = z.object({
  url: z.string(),
  createdAt: moment,
  /** When the secret was last replaced; null if never. */
  rotatedAt: z.nullable(moment),
  /** Until when messages also carry a signature made with the previous secret. */
  formerSecretUntil: z.nullable(moment),
});

const delivery = z.object({
  /** The message's `webhook-id`, the same on every attempt. */
  id: z.string(),
  type: z.enum(postbackTypes),
  createdAt: moment,
  status: z.enum(postbackStatuses),
  attempts: z.int(),
  nextAttemptAt: z.nullable(moment),
  lastAttemptAt: z.nullable(moment),
  /** Status of the latest response from the affiliate's server; null if it didn't respond. */
  statusCode: z.nullable(z.int()),
  failure: z.nullable(z.enum(['blocked', 'timeout', 'unreachable', 'tls'])),
  /** The exact request body; with GET, what the address’s macros are filled from. */
  body: z.string(),
});

export const fetchPostbacks = defineCall({
  summary: 'Returns your postback URL and the latest fifty postbacks with their attempts',
  get: 'affiliate/postbacks',
  data: z.object({ endpoint: z.nullable(endpoint), deliveries: z.array(delivery) }),
  errors: ['not_found'],
});

export const savePostbackUrl = defineCall({
  summary: 'Sets your postback URL. The first response includes the secret, which is shown only once',
  post: 'affiliate/postbacks/save',
  body: z.object({
    url: requiredToken(500).check(z.refine(isPostbackUrl, 'postback_url'), z.refine(hasKnownMacros, 'postback_macro')),
  }),
  data: z.object({ secret: z.nullable(z.string()) }),
  errors: ['not_found'],
});

/** HTTPS on its own port, no user name, and a dotted host name or an IP address. The server checks that the address is public. */
function isPostbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, port, username, password, hostname } = new URL(text);
  return protocol === 'https:' && port === '' && username === '' && password === '' && /[.:]/.test(hostname);
}

function hasKnownMacros(text: string): boolean {
  const known: readonly string[] = postbackMacros;
  return macrosOf(text).every((name) => known.includes(name));
}

export const rotatePostbackSecret = defineCall({
  summary: 'Replaces the secret. For one day, messages carry signatures made with both',
  post: 'affiliate/postbacks/rotate',
  data: z.object({ secret: z.string() }),
  errors: ['not_found'],
});

export const removePostbackUrl = defineCall({
  summary: 'Removes your postback URL and discards pending postbacks',
  post: 'affiliate/postbacks/remove',
  destructive: true,
  errors: ['not_found'],
});

export const testPostback = defineCall({
  summary: 'Sends a test message. Its attempts appear in the log',
  post: 'affiliate/postbacks/test',
  data: z.object({ id: z.string() }),
  errors: ['not_found'],
});
