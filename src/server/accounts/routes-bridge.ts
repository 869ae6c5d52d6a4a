import type { AppContext } from '#server/core/http/context.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { type ReceivedRequest, signatureHeaders } from '#shared/accounts/bridge-signature.ts';
import { receiveBridgeBalances } from './balance-differences/receive-balances.ts';
import { receiveHeartbeat } from './feed/heartbeat.ts';
import { receiveBridgeEvents } from './feed/receive.ts';
import { receiveUnreadRows } from './feed/receive-unread-rows.ts';

export const bridgeRoutes: Routes = ({ app, deps }) => {
  app.post('/api/bridge/events', async (context) => {
    const received = await receiveBridgeEvents(deps, await readSigned(context));
    return context.json(received, 200, { 'Cache-Control': 'no-store' });
  });

  app.post('/api/bridge/unread-rows', async (context) => {
    const received = await receiveUnreadRows(deps, await readSigned(context));
    return context.json(received, 200, { 'Cache-Control': 'no-store' });
  });

  app.post('/api/bridge/balances', async (context) => {
    const received = await receiveBridgeBalances(deps, await readSigned(context));
    return context.json(received, 200, { 'Cache-Control': 'no-store' });
  });

  app.post('/api/bridge/heartbeat', async (context) => {
    const received = await receiveHeartbeat(deps, await readSigned(context));
    return context.json(received, 200, { 'Cache-Control': 'no-store' });
  });
};

async function readSigned({ req: request }: AppContext): Promise<ReceivedRequest> {
  const read = (name: string) => request.header(name) ?? '';
  return {
    method: request.method,
    path: request.path,
    idempotencyKey: read('Idempotency-Key'),
    body: await request.text(),
    timestamp: read(signatureHeaders.timestamp),
    signature: read(signatureHeaders.signature),
    requestSignature: read(signatureHeaders.requestSignature),
  };
}
