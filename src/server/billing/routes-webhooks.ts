import type { Routes } from '#server/core/http/mount.ts';
import { receiveWebhook } from './payments/receive.ts';

export const webhooksRoutes: Routes = ({ app, deps }) => {
  app.post('/api/webhooks/payments', async (c) => {
    // The signature covers the raw bytes, so nothing may parse them first.
    await receiveWebhook(deps, await c.req.text(), c.req.raw.headers);
    return c.json({ received: true }, 200, { 'Cache-Control': 'no-store' });
  });
};
