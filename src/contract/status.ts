import * as z from 'zod/mini';
import { components, impacts, incidentStatuses, remedies } from '../domain/status/status.ts';
import { defineCall } from './call.ts';
import { captcha, email } from './fields.ts';

export const fetchStatus = defineCall({
  name: 'fetchStatus',
  summary: 'The state of each component now, and the incidents of the last ninety days, newest first',
  method: 'GET',
  path: 'status/fetch',
  data: z.object({
    at: z.int(),
    components: z.array(
      z.object({
        name: z.enum(components),
        state: z.enum(['operational', ...impacts]),
        /** When it was last checked; null before the first check. */
        checkedAt: z.nullable(z.int()),
      }),
    ),
    incidents: z.array(
      z.object({
        id: z.string(),
        component: z.enum(components),
        impact: z.enum(impacts),
        status: z.enum(incidentStatuses),
        /** In English; empty for one that our own checks opened. */
        title: z.string(),
        startedAt: z.int(),
        resolvedAt: z.nullable(z.int()),
        isSample: z.boolean(),
        /** Newest first, in English. */
        updates: z.array(z.object({ status: z.enum(incidentStatuses), text: z.string(), at: z.int() })),
        /** How many accounts were affected, by what was done for them. */
        accounts: z.array(z.object({ remedy: z.enum(remedies), count: z.int() })),
      }),
    ),
  }),
  errors: ['too_many'],
});

export const fetchOwnOutages = defineCall({
  name: 'fetchOwnOutages',
  summary: 'Which of the bearer’s accounts an outage affected, and what was done',
  method: 'GET',
  path: 'status/own',
  access: 'verified',
  data: z.object({
    accounts: z.array(
      z.object({
        incidentId: z.string(),
        account: z.string(),
        remedy: z.enum(remedies),
        note: z.string(),
        startedAt: z.int(),
        at: z.int(),
      }),
    ),
  }),
  errors: ['too_many'],
});

export const subscribeStatus = defineCall({
  name: 'subscribeStatus',
  summary: 'Asks for a mail about each incident. The address gets a mail to confirm it, whether or not we know it',
  method: 'POST',
  path: 'status/subscribe',
  body: z.object({ email, captcha }),
  errors: ['too_many', 'captcha_unavailable'],
});
