import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { userSchema } from './envelope.ts';
import { opaqueId, requiredText } from './fields.ts';

/** How long a view of a trader’s screens lasts; it can’t be prolonged. */
export const traderViewMinutes = 15;

/** What every token of a view begins with; session tokens contain no dot, and a guest's secret begins with a ticket's id. */
export const traderViewPrefix = 'view.';

export const isTraderViewToken = (token: string | undefined): token is string =>
  token?.startsWith(traderViewPrefix) === true;

const access = { roles: ['support', 'risk_manager', 'finance', 'admin'] } as const;

export const startTraderView = defineCall({
  name: 'startTraderView',
  summary: 'Opens a trader’s own screens for fifteen minutes, read-only; recorded with the reason',
  method: 'POST',
  path: 'admin/trader-views/start',
  access,
  body: z.object({ personId: opaqueId, reason: requiredText(500) }),
  data: z.object({
    viewId: z.string(),
    /** Reads what `mayView` allows, and nothing else. */
    token: z.string(),
    endsAt: z.int(),
    user: userSchema,
  }),
  errors: ['not_found', 'conflict', 'too_many'],
});

export const endTraderView = defineCall({
  name: 'endTraderView',
  summary: 'Ends a view that the bearer opened; one that is over already is no error',
  method: 'POST',
  path: 'admin/trader-views/end',
  access,
  body: z.object({ viewId: opaqueId }),
  errors: ['not_found', 'too_many'],
});
