import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { formatted } from '#shared/core/fields.ts';

export const fetchNotifications = defineCall({
  summary: 'Lists your notifications, newest first, 20 per page',
  get: 'notifications/fetch',
  limit: null,
  query: z.object({ before: z.optional(formatted(15, /^\d{1,15}$/)) }),
  data: z.object({
    notifications: z.array(
      z.object({
        /** Increases with each new notification; pass it as `before` for the next page. */
        number: z.int(),
        /** What happened, such as `account_breached`. */
        kind: z.string(),
        /** The platform’s account number; null if it concerns no account. */
        account: z.nullable(z.string()),
        title: z.string(),
        text: z.string(),
        /** A path on our site without the language prefix. */
        path: z.nullable(z.string()),
        createdAt: z.int(),
        read: z.boolean(),
      }),
    ),
    more: z.boolean(),
  }),
});

export const updateMessageStatus = defineCall({
  summary: 'Marks notifications as read: all of them, or those up to a number',
  post: 'update/message/status',
  limit: null,
  access: 'token',
  body: z.object({ upTo: z.optional(z.int('invalid').check(z.nonnegative('invalid'))) }),
  returns: { user: true },
});
