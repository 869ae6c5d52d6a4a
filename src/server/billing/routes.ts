import { draw } from '#server/core/drawing/draw.ts';
import { fileHeaders, sendCsv } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/billing/contract.ts';
import * as identityCalls from '#shared/billing/contract-billing-identity.ts';
import { declareContractCancellation } from './contract-cancellation/declare.ts';
import { getDocument, writeDocumentsCsv } from './invoices/read.ts';
import { listOrders } from './overview/list-orders.ts';
import { listPending } from './overview/list-pending.ts';
import { declareSubscriptionCancellation } from './subscription-cancellation/declare.ts';
import { writeCalendar } from './subscriptions/calendar.ts';
import { cancelSubscription } from './subscriptions/cancel.ts';
import { changeBillingIdentity, previewBillingIdentity } from './subscriptions/change-billing-identity.ts';
import { openPaymentMethodChange } from './subscriptions/change-card.ts';
import { resumeSubscription } from './subscriptions/resume.ts';

export const billingRoutes: Routes = ({ mount }) => {
  mount(calls.myOrders, async ({ deps, actor, query, requestContext: { locale } }) => ({
    orders: await listOrders(deps, actor, { unfinished: query.unfinished === '1', locale }),
  }));

  mount(calls.billingPending, ({ deps, actor, requestContext }) =>
    listPending(deps, actor.personId, requestContext.locale),
  );

  mount(calls.cancelSubscription, ({ deps, actor, body }) =>
    cancelSubscription(deps, actor.personId, body.subscriptionId),
  );

  mount(calls.resumeSubscription, ({ deps, actor, body }) =>
    resumeSubscription(deps, actor.personId, body.subscriptionId),
  );

  mount(calls.changeCard, ({ deps, actor, body, requestContext }) =>
    openPaymentMethodChange(deps, actor.personId, body.subscriptionId, requestContext.locale),
  );

  mount(identityCalls.previewBillingIdentity, ({ deps, actor, body }) =>
    previewBillingIdentity(deps, actor.personId, body),
  );

  mount(identityCalls.changeBillingIdentity, ({ deps, actor, body }) =>
    changeBillingIdentity(deps, actor.personId, body),
  );

  mount(calls.fetchDocument, ({ deps, actor, query }) => getDocument(deps, actor.personId, query.number));

  mount(calls.documentFile, async ({ deps, actor, query, requestContext, context }) => {
    const document = await getDocument(deps, actor.personId, query.number);
    const pdf = await draw('invoice', document, deps.catalog.site.name, requestContext.locale);
    return context.body(new Uint8Array(pdf), 200, fileHeaders('application/pdf', `${document.number}.pdf`));
  });

  mount(calls.billingCsv, async ({ deps, actor, context }) =>
    sendCsv(context, 'billing-history', await writeDocumentsCsv(deps, actor.personId)),
  );

  mount(calls.billingCalendar, async ({ deps, actor, context }) =>
    context.body(
      await writeCalendar(deps, actor.personId),
      200,
      fileHeaders('text/calendar; charset=utf-8', 'renewals.ics'),
    ),
  );

  mount(
    calls.cancelContract,
    async ({ deps, requestContext, body, findActor }) =>
      await declareContractCancellation(deps, requestContext, await findActor(), body),
  );

  mount(
    calls.declareSubscriptionEnd,
    async ({ deps, requestContext, body, findActor }) =>
      await declareSubscriptionCancellation(deps, requestContext, await findActor(), body),
  );
};
