import * as calls from '../../contract/orders.ts';
import type { Routes } from '../http/context.ts';
import { mount } from '../http/mount.ts';
import { createOrder } from '../services/order/create.ts';
import { quoteOrder } from '../services/order/quote.ts';
import { getOrderResult } from '../services/order/result.ts';

export const orderRoutes: Routes = (app) => {
  mount(
    app,
    calls.quoteOrder,
    async ({ deps, requestContext, body, findActor }) => {
      const actor = await findActor();
      const { selection, country } = body;
      const asked = { selection, country, personId: actor?.personId ?? null, locale: requestContext.locale };
      return { data: (await quoteOrder(deps, asked)).quote };
    },
    { limit: 'quote' },
  );

  mount(
    app,
    calls.createOrder,
    async ({ deps, requestContext, body, idempotencyKey, findActor }) => ({
      data: await createOrder(deps, { requestContext, actor: await findActor(), idempotencyKey, wanted: body }),
    }),
    { limit: 'order' },
  );

  mount(app, calls.orderResult, async ({ deps, query }) => ({ data: await getOrderResult(deps, query) }), {
    limit: 'read',
  });
};
