import { draw } from '#server/core/drawing/draw.ts';
import { addLinkPage } from '#server/core/http/email-link-page.ts';
import { sendCsv, sendFile, sendPdf } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/billing/contract.ts';
import * as identity from '#shared/billing/contract-billing-identity.ts';
import { myOrders } from '#shared/billing/contract-orders.ts';
import { confirmContractCancellation, findCancellationConfirmation } from './contract-cancellation/confirm.ts';
import { declareContractCancellation } from './contract-cancellation/declare.ts';
import { getDocument, writeDocumentsCsv } from './invoices/read.ts';
import { listOrders } from './overview/list-orders.ts';
import { listPending } from './overview/list-pending.ts';
import { receiveWebhook } from './payments/receive.ts';
import { confirmSubscriptionCancellation, findSubscriptionCancellation } from './subscription-cancellation/confirm.ts';
import { declareSubscriptionCancellation } from './subscription-cancellation/declare.ts';
import { writeCalendar } from './subscriptions/calendar.ts';
import { cancelSubscription } from './subscriptions/cancel.ts';
import { changeBillingIdentity, previewBillingIdentity } from './subscriptions/change-billing-identity.ts';
import { openPaymentMethodChange } from './subscriptions/change-card.ts';
import { resumeSubscription } from './subscriptions/resume.ts';

export const billingRoutes: Routes = ({ mount, app, deps }) => {
  app.post('/api/webhooks/payments', async (c) => {
    // The signature covers the raw bytes, so nothing may parse them first.
    await receiveWebhook(deps, await c.req.text(), c.req.raw.headers);
    return c.json({ received: true }, 200, { 'Cache-Control': 'no-store' });
  });

  mount(myOrders, async ({ actor, query, requestContext: { locale } }) => ({
    orders: await listOrders(deps, actor, { unfinished: query.unfinished === '1', locale }),
  }));
  mount(calls.billingPending, ({ actor, requestContext }) => listPending(deps, actor.personId, requestContext.locale));
  mount(calls.cancelSubscription, ({ actor, body }) => cancelSubscription(deps, actor.personId, body.subscriptionId));
  mount(calls.resumeSubscription, ({ actor, body }) => resumeSubscription(deps, actor.personId, body.subscriptionId));
  mount(calls.changeCard, ({ actor, body, requestContext }) =>
    openPaymentMethodChange(deps, actor.personId, body.subscriptionId, requestContext.locale),
  );
  mount(identity.previewBillingIdentity, ({ actor, body }) => previewBillingIdentity(deps, actor.personId, body));
  mount(identity.changeBillingIdentity, ({ actor, body }) => changeBillingIdentity(deps, actor.personId, body));

  mount(calls.fetchDocument, ({ actor, query }) => getDocument(deps, actor.personId, query.number));
  mount(calls.documentFile, async ({ actor, query, requestContext }) => {
    const document = await getDocument(deps, actor.personId, query.number);
    return sendPdf(document.number, await draw('invoice', document, deps.catalog.site.name, requestContext.locale));
  });
  mount(calls.billingCsv, async ({ actor }) =>
    sendCsv('billing-history', await writeDocumentsCsv(deps, actor.personId)),
  );
  mount(calls.billingCalendar, async ({ actor }) =>
    sendFile('text/calendar; charset=utf-8', 'renewals.ics', await writeCalendar(deps, actor.personId)),
  );

  mount(calls.cancelContract, async ({ requestContext, body, findActor }) =>
    declareContractCancellation(deps, requestContext, await findActor(), body),
  );
  mount(calls.declareSubscriptionEnd, async ({ requestContext, body, findActor }) =>
    declareSubscriptionCancellation(deps, requestContext, await findActor(), body),
  );

  // The mailed links that prove a statement. They need no sign-in.
  addLinkPage(app, '/api/contract/withdraw-confirm', {
    find: (link) => findCancellationConfirmation(deps, link),
    use: (link) => confirmContractCancellation(deps, link),
    open: { title: 'cancellation_title', text: 'cancellation_text', buttons: [{ label: 'cancellation_button' }] },
    confirmed: { title: 'cancellation_done_title', text: 'cancellation_done_text' },
    dead: 'cancellation_dead_text',
  });
  addLinkPage(app, '/api/contract/cancel-confirm', {
    find: (link) => findSubscriptionCancellation(deps, link),
    use: (link) => confirmSubscriptionCancellation(deps, link),
    open: { title: 'subscription_title', text: 'subscription_text', buttons: [{ label: 'subscription_button' }] },
    confirmed: { title: 'subscription_done_title', text: 'subscription_done_text' },
    dead: 'cancellation_dead_text',
  });
};
