import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { userSchema } from '#shared/core/envelope.ts';
import { freeText, opaqueId } from '#shared/core/fields.ts';

/** How long a view of a trader’s screens lasts; it can’t be extended. */
export const traderViewMinutes = 15;

/** Prefix of every view token. Session tokens contain no dot, and a guest's secret begins with a ticket's id. */
export const traderViewPrefix = 'view.';

export const isTraderViewToken = (token: string | undefined): token is string =>
  token?.startsWith(traderViewPrefix) === true;

const access = { roles: ['support', 'risk_manager', 'finance', 'admin'] } as const;

export const startTraderView = defineCall({
  summary: 'Opens a trader’s own screens for fifteen minutes, read-only. The access is recorded with its reason',
  post: 'admin/trader-views/start',
  access,
  body: z.object({ personId: opaqueId, reason: freeText(500) }),
  data: z.object({
    viewId: z.string(),
    /** May make only the calls that `isTraderViewCall` allows. */
    token: z.string(),
    endsAt: z.int(),
    user: userSchema,
  }),
  errors: ['not_found', 'conflict'],
});

export const endTraderView = defineCall({
  summary: 'Ends a view you opened. Succeeds if it has already ended',
  post: 'admin/trader-views/end',
  access,
  body: z.object({ viewId: opaqueId }),
  errors: ['not_found'],
});
