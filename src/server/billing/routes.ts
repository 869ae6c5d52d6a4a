import { draw } from '#server/core/drawing/draw.ts';
import type { Routes } from '#server/core/http/context.ts';
import { fileHeaders, sendCsv } from '#server/core/http/file-headers.ts';
import { mount, mountPrivate, mountPrivateRaw } from '#server/core/http/mount.ts';
import * as calls from '#shared/billing/contract.ts';
import { declareContractCancellation } from './contract-cancellation/declare.ts';
import { getDocument, writeDocumentsCsv } from './invoices/read.ts';
import { listOrders } from './overview/list-orders.ts';
import { listPending } from './overview/list-pending.ts';
import { declareSubscriptionCancellation } from './subscription-cancellation/declare.ts';
import { writeCalendar } from './subscriptions/calendar.ts';
import { cancelSubscription } from './subscriptions/cancel.ts';
import { openPaymentMethodChange } from './subscriptions/change-card.ts';

export const billingRoutes: Routes = (app) => {
  mountPrivate(app, calls.myOrders, async ({ deps, actor, query, requestContext: { locale } }) => ({
    data: { orders: await listOrders(deps, actor, { unfinished: query.unfinished === '1', locale }) },
  }));

  mountPrivate(app, calls.billingPending, async ({ deps, actor, requestContext }) => ({
    data: await listPending(deps, actor.personId, requestContext.locale),
  }));

  mountPrivate(app, calls.cancelSubscription, async ({ deps, actor, body }) => ({
    data: await cancelSubscription(deps, actor.personId, body.subscriptionId),
  }));

  mountPrivate(app, calls.changeCard, async ({ deps, actor, body, requestContext }) => ({
    data: await openPaymentMethodChange(deps, actor.personId, body.subscriptionId, requestContext.locale),
  }));

  mountPrivate(app, calls.fetchDocument, async ({ deps, actor, query }) => ({
    data: await getDocument(deps, actor.personId, query.number),
  }));

  mountPrivateRaw(app, calls.documentFile, async ({ deps, actor, query, requestContext, context }) => {
    const document = await getDocument(deps, actor.personId, query.number);
    const pdf = await draw('invoice', document, deps.catalog.site.name, requestContext.locale);
    return context.body(new Uint8Array(pdf), 200, fileHeaders('application/pdf', `${document.number}.pdf`));
  });

  mountPrivateRaw(app, calls.billingCsv, async ({ deps, actor, context }) =>
    sendCsv(context, 'billing-history', await writeDocumentsCsv(deps, actor.personId)),
  );

  mountPrivateRaw(app, calls.billingCalendar, async ({ deps, actor, context }) =>
    context.body(
      await writeCalendar(deps, actor.personId),
      200,
      fileHeaders('text/calendar; charset=utf-8', 'renewals.ics'),
    ),
  );

  mount(app, calls.cancelContract, async ({ deps, requestContext, body, findActor }) => ({
    data: await declareContractCancellation(deps, requestContext, await findActor(), body),
  }));

  mount(app, calls.declareSubscriptionEnd, async ({ deps, requestContext, body, findActor }) => ({
    data: await declareSubscriptionCancellation(deps, requestContext, await findActor(), body),
  }));
};
