import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { App } from '#server/core/http/context.ts';
import { sign, signatureHeaders } from '#server/core/ports/platform/signature.ts';
import { startTestApp, testStart } from '../support/app.ts';
import { buyAccount, signInPerson } from '../support/people.ts';

const secret = 'a secret that both sides know, of 40 bytes';

/** An account that a bridge feeds. */
async function startBridged() {
  const server = await startTestApp();
  onTestFinished(() => server.close());
  const { personId } = await signInPerson(server);
  const accountId = await buyAccount(server, personId);
  await server.deps.db.deleteFrom('simulated_trader').execute();
  await server.deps.db.updateTable('trading_account').set({ simulated: false }).execute();
  return {
    deps: { ...server.deps, env: { ...server.deps.env, bridge: { url: 'http://localhost:1', secret } } },
    accountId,
  };
}

function deliver(app: App, accountId: string) {
  const mark = { type: 'mark', at: testStart, instrument: 'MES', month: '2026-03', priceTicks: 27_000 };
  const body = JSON.stringify({ account: { accountId }, events: [{ sourceId: 'late-1', event: mark }] });
  const { timestamp, signature } = sign(secret, body, new Date(testStart));
  const headers = { [signatureHeaders.timestamp]: timestamp, [signatureHeaders.signature]: signature };
  return Promise.resolve(app.request('/api/bridge/events', { method: 'POST', headers, body }));
}

test('a call that takes too long gets a 503 with Retry-After, and counts once', async () => {
  const { deps, accountId } = await startBridged();
  const app = createApp(deps, { answerWithinMs: 50 });
  const held = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  const holder = deps.db.transaction().execute(async (trx) => {
    await trx.selectFrom('trading_account').select('id').where('id', '=', accountId).forUpdate().execute();
    holding.resolve();
    await held.promise;
  });
  await holding.promise;
  const late = await deliver(app, accountId);
  expect([late.status, late.headers.get('Retry-After')]).toEqual([503, '5']);
  held.resolve();
  await holder;

  const again = await deliver(createApp(deps), accountId);
  expect(again.status).toBe(200);
  const { accepted, duplicates } = (await again.json()) as { accepted: number; duplicates: number };
  expect(accepted + duplicates).toBe(1);
  const stored = await deps.db
    .selectFrom('account_event')
    .select('source_id')
    .where('source_id', '=', 'late-1')
    .execute();
  expect(stored).toHaveLength(1);
});
