import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { captcha, email } from '#shared/core/fields.ts';
import { components, impacts, incidentStatuses, remedies } from './status.ts';

export const fetchStatus = defineCall({
  summary: 'Returns the current state of each component, and the incidents of the last ninety days, newest first',
  get: 'status/fetch',
  access: 'any',
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
        /** In English; empty for an incident that our own checks opened. */
        title: z.string(),
        startedAt: z.int(),
        resolvedAt: z.nullable(z.int()),
        isSample: z.boolean(),
        /** When accounts couldn't be traded, the minutes of it while the exchange was open, and all that they got for it. */
        outage: z.nullable(
          z.object({
            ...{ from: z.int(), until: z.int(), openMinutes: z.int() },
            ...{ accounts: z.int(), amountCents: z.int(), days: z.int() },
          }),
        ),
        /** Newest first, in English. */
        updates: z.array(z.object({ status: z.enum(incidentStatuses), text: z.string(), at: z.int() })),
        accounts: z.array(z.object({ remedy: z.enum(remedies), count: z.int() })),
      }),
    ),
  }),
});

export const fetchOwnOutages = defineCall({
  summary: 'Lists your accounts affected by outages, and the remedies',
  get: 'status/own',
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
});

export const subscribeStatus = defineCall({
  summary:
    'Subscribes an address to incident emails after it confirms by email. The response is the same for every address',
  post: 'status/subscribe',
  access: 'any',
  body: z.object({ email, captcha }),
  limit: 'form-from',
  errors: ['captcha_unavailable'],
});
