import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import type { ErrorCode } from '#shared/core/errors.ts';
import { requiredToken } from '#shared/core/fields.ts';
import { macrosOf, webhookStatuses, webhookTypes } from './webhook.ts';

const moment = z.int();

export const webhookEndpoint = z.object({
  url: z.string(),
  createdAt: moment,
  /** When the secret was last replaced; null if never. */
  rotatedAt: z.nullable(moment),
  /** Until when messages also carry a signature made with the previous secret. */
  formerSecretUntil: z.nullable(moment),
});

export const webhookDelivery = z.object({
  /** The message's `webhook-id`, the same on every attempt. */
  id: z.string(),
  type: z.enum(webhookTypes),
  createdAt: moment,
  status: z.enum(webhookStatuses),
  attempts: z.int(),
  nextAttemptAt: z.nullable(moment),
  lastAttemptAt: z.nullable(moment),
  /** Status of the latest response from the owner's server; null if it didn't respond. */
  statusCode: z.nullable(z.int()),
  failure: z.nullable(z.enum(['blocked', 'timeout', 'unreachable', 'tls'])),
  /** The exact request body; with GET, what the address’s macros are filled from. */
  body: z.string(),
});

/** The calls of an endpoint for webhooks. @param name what the screen calls them @param macros allowed in its address */
export function defineWebhookCalls<Code extends ErrorCode>(
  path: string,
  name: 'postback' | 'webhook',
  macros: readonly string[],
  saveErrors: readonly Code[],
) {
  return {
    fetch: defineCall({
      summary: `Returns your ${name} URL and the latest fifty ${name}s with their attempts`,
      get: path,
      data: z.object({ endpoint: z.nullable(webhookEndpoint), deliveries: z.array(webhookDelivery) }),
      errors: ['not_found'],
    }),
    save: defineCall({
      summary: `Sets your ${name} URL. The first response includes the secret, which is shown only once`,
      post: `${path}/save`,
      body: z.object({
        url: requiredToken(500).check(
          z.refine(isPublicUrl, 'postback_url'),
          z.refine(
            (url) => macrosOf(url).every((each) => macros.includes(each)),
            macros.length === 0 ? 'webhook_braces' : 'postback_macro',
          ),
        ),
      }),
      data: z.object({ secret: z.nullable(z.string()) }),
      errors: ['not_found', ...saveErrors],
    }),
    rotate: defineCall({
      summary: 'Replaces the secret. For one day, messages carry signatures made with both',
      post: `${path}/rotate`,
      data: z.object({ secret: z.string() }),
      errors: ['not_found', ...saveErrors],
    }),
    remove: defineCall({
      summary: `Removes your ${name} URL and discards pending ${name}s`,
      post: `${path}/remove`,
      destructive: true,
      errors: ['not_found'],
    }),
    test: defineCall({
      summary: 'Sends a test message. Its attempts appear in the log',
      post: `${path}/test`,
      data: z.object({ id: z.string() }),
      errors: ['not_found'],
    }),
  };
}

export type WebhookCalls = ReturnType<typeof defineWebhookCalls>;

/** HTTPS on its own port, no user name, and a dotted host name or an IP address. The server checks that the address is public. */
function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, port, username, password, hostname } = new URL(text);
  return protocol === 'https:' && port === '' && username === '' && password === '' && /[.:]/.test(hostname);
}
