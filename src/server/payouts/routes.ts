import type { Routes } from '#server/core/http/context.ts';
import { mount, mountPrivate } from '#server/core/http/mount.ts';
import { platforms } from '#shared/catalog/platforms.ts';
import * as calls from '#shared/payouts/contract.ts';
import { confirmPayoutAccess, requestPayoutAccess } from '#shared/payouts/contract-access.ts';
import { confirmAccess } from './access/confirm.ts';
import { requestAccess } from './access/request.ts';
import { listPayouts, readPayout } from './list.ts';
import { listPayoutAccounts } from './request/list-accounts.ts';
import { requestPayout } from './request/open.ts';
import { quoteRequest } from './request/quote.ts';
import { resendPayout } from './request/resend.ts';
import { closePayout } from './stages/close.ts';

export const payoutsRoutes: Routes = (app, deps) => {
  mountPrivate(app, calls.payoutAccounts, async ({ actor }) => ({
    data: await listPayoutAccounts(deps, actor.personId),
  }));

  mountPrivate(app, calls.payoutQuoteCall, async ({ actor, query }) => ({
    data: await quoteRequest(deps, actor.personId, query),
  }));

  mountPrivate(app, calls.requestPayout, async ({ actor, body, idempotencyKey }) => ({
    data: await requestPayout(deps, actor, body, idempotencyKey),
  }));

  mountPrivate(app, calls.resendPayout, async ({ actor, body, idempotencyKey }) => ({
    data: await resendPayout(deps, actor, body, idempotencyKey),
  }));

  mountPrivate(app, calls.fetchPayouts, async ({ actor, query }) => ({
    data: await listPayouts(deps, actor.personId, query),
  }));

  mountPrivate(app, calls.fetchPayout, async ({ actor, query }) => ({
    data: await readPayout(deps, actor.personId, query.payoutId),
  }));

  for (const platform of platforms) {
    mountPrivate(app, calls.closePayoutCalls[platform], async ({ actor, body }) => ({
      data: await closePayout(deps, actor, body.payoutId, platform),
    }));
  }

  mount(app, requestPayoutAccess, ({ body, requestContext }) => requestAccess(deps, body.email, requestContext));

  mount(app, confirmPayoutAccess, async ({ body, requestContext }) => ({
    data: await confirmAccess(deps, body, requestContext),
  }));
};
