import { readTaxedBuyer } from '#server/catalog/taxed-buyer.ts';
import { ServiceError } from '#server/core/deps.ts';
import type { AppContext } from '#server/core/http/context.ts';
import { addLinkPage, sendMessage } from '#server/core/http/email-link-page.ts';
import { readLink } from '#server/core/http/link-query.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { readForm } from '#server/core/http/read-input.ts';
import { invalidTokenStatus } from '#shared/core/constants.ts';
import * as calls from '#shared/orders/contract.ts';
import { buyerScope } from './buyer-scope.ts';
import { createOrder } from './checkout/create.ts';
import { findLatestOrder } from './checkout/find-latest.ts';
import { findOrder } from './checkout/find-order.ts';
import { isReminderObjectionLink, objectToReminders } from './checkout/object-to-reminders.ts';
import { quoteOrder } from './checkout/quote.ts';
import { resendOrderMails } from './checkout/resend-mails.ts';
import { getOrderResult } from './checkout/result.ts';
import { getOrderToStart, startOrder, startStateOf } from './checkout/start.ts';
import { saleOf } from './describe-sale.ts';
import { isStartLink } from './fulfillment/start-link.ts';
import { getOrderForm } from './get-order-form.ts';
import { getOrderName } from './name.ts';

/** The page behind the receipt's link: what an early start means, and the consent button. */
async function sendStartPage(c: AppContext) {
  const deps = c.get('deps');
  const link = readLink(c);
  const order = isStartLink(deps, link) ? await findOrder(deps, link.id) : undefined;
  const state = order ? startStateOf(deps, order) : 'ended';
  if (!order || state === 'ended') {
    return sendMessage(c, { title: 'dead_title', text: 'dead_start_text', status: 404 });
  }
  if (state === 'started') return sendMessage(c, { title: 'started_title', text: 'started_text' });
  const { right } = saleOf(deps, order);
  const effect = right?.earlyStart === 'ends-right' ? 'ends' : 'share';
  return sendMessage(c, {
    title: 'start_title',
    text: `start_text_${effect}`,
    params: { days: right?.days ?? 0 },
    quote: [getOrderName(deps, order)],
    buttons: [{ label: `start_button_${effect}`, name: 'startNow', value: '1' }],
  });
}

export const ordersRoutes: Routes = ({ mount, app, deps }) => {
  mount(calls.quoteOrder, async ({ requestContext, body, findActor }) => {
    const actor = await findActor();
    const { selection, browserSessionId } = body;
    const scope = buyerScope(actor, browserSessionId);
    const { buyer } = await readTaxedBuyer(deps, body);
    const asked = { selection, buyer, scope, personId: actor?.personId ?? null, locale: requestContext.locale };
    return (await quoteOrder(deps, asked)).quote;
  });

  mount(calls.createOrder, async ({ requestContext, body, idempotencyKey, token, findActor }) => {
    const actor = await findActor();
    // A buyer who believes they are signed in must learn that this would be a guest order.
    if (token !== undefined && actor === null) throw new ServiceError(invalidTokenStatus, 'token_invalid');
    return await createOrder(deps, { requestContext, actor, idempotencyKey, form: body });
  });

  mount(calls.orderForm, async ({ body: { orderId, browserSessionId }, findActor }) =>
    getOrderForm(deps, orderId, buyerScope(await findActor(), browserSessionId)),
  );
  mount(calls.orderResult, ({ query }) => getOrderResult(deps, query));
  mount(calls.latestOrder, async ({ actor }) => ({ latest: await findLatestOrder(deps, actor.personId) }));
  mount(calls.resendOrderMails, ({ body }) => resendOrderMails(deps, body));
  mount(calls.startOrder, async ({ body: { orderId, sessionId }, requestContext, findActor }) => {
    const actor = await findActor();
    const order = await getOrderToStart(deps, orderId, { actor, sessionId });
    const isOwn = actor !== null && actor.personId === order.person_id;
    return await startOrder(deps, {
      orderId,
      requestContext,
      via: sessionId === undefined ? 'portal' : 'result',
      actor: isOwn ? `person:${actor.personId}` : 'guest',
    });
  });

  addLinkPage(app, '/api/orders/reminders', {
    find: (link) => isReminderObjectionLink(deps, link),
    use: (link) => objectToReminders(deps, link),
    open: { title: 'reminders_title', text: 'reminders_text', buttons: [{ label: 'reminders_button' }] },
    confirmed: { title: 'reminders_stopped_title', text: 'reminders_stopped_text' },
    dead: 'dead_unsubscribe_text',
  });

  app.get('/api/orders/start-link', sendStartPage);
  app.post('/api/orders/start-link', async (c) => {
    const link = readLink(c);
    const form = await readForm(c);
    const order = form['startNow'] === '1' && isStartLink(deps, link) ? await findOrder(deps, link.id) : undefined;
    if (order && startStateOf(deps, order) !== 'ended') {
      const requestContext = c.get('requestContext');
      await startOrder(deps, { orderId: order.id, requestContext, via: 'mail', actor: 'guest' });
    }
    return sendStartPage(c);
  });
};
