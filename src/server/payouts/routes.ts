import type { Routes } from '#server/core/http/mount.ts';
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

export const payoutsRoutes: Routes = ({ mount, deps }) => {
  mount(calls.payoutAccounts, ({ actor }) => listPayoutAccounts(deps, actor.personId));
  mount(calls.payoutQuoteCall, ({ actor, query }) => quoteRequest(deps, actor.personId, query));
  mount(calls.requestPayout, ({ actor, body, idempotencyKey }) => requestPayout(deps, actor, body, idempotencyKey));
  mount(calls.resendPayout, ({ actor, body, idempotencyKey }) => resendPayout(deps, actor, body, idempotencyKey));
  mount(calls.fetchPayouts, ({ actor, query }) => listPayouts(deps, actor.personId, query));
  mount(calls.fetchPayout, ({ actor, query }) => readPayout(deps, actor.personId, query.payoutId));

  for (const platform of platforms) {
    mount(calls.closePayoutCalls[platform], ({ actor, body }) => closePayout(deps, actor, body.payoutId, platform));
  }

  mount(requestPayoutAccess, ({ body, requestContext }) => requestAccess(deps, body.email, requestContext));
  mount(confirmPayoutAccess, ({ body, requestContext }) => confirmAccess(deps, body, requestContext));
};
