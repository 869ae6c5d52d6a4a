import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { deleteDueDocuments } from '#server/payouts/payees/delete-documents.ts';
import { accountDetails } from '#shared/accounts/contract-details.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { riskAccount } from '#shared/risk/contract.ts';
import {
  closeDocumentRequest,
  listRequestedDocuments,
  type RequestedDocument,
  requestDocuments,
} from '#shared/risk/contract-document-requests.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { photograph } from '../support/payee.ts';
import { buyAccount, giveRoles, signInPerson } from '../support/people.ts';

const text = 'Your statement of May, because two accounts trade alike.';

let server: TestApp;
let ask: ReturnType<typeof client>;

beforeAll(async () => {
  server = await startTestApp();
  ask = client(server);
});

afterAll(() => server.close());

type Uploaded = { response_status: number; error_code: string; data: RequestedDocument };

async function upload(token: string, requestId: string, bytes: Uint8Array): Promise<Uploaded> {
  const form = new FormData();
  form.append('requestId', requestId);
  form.append('document', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'statement.jpg');
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': 'en' };
  const response = await server.app.request('/api/account/documents/upload', { method: 'POST', headers, body: form });
  return (await response.json()) as Uploaded;
}

async function openScene() {
  const signIn = () => signInPerson(server, { lifetimeMs: 400 * dayMs });
  const [trader, manager] = [await signIn(), await signIn()];
  await giveRoles(server, manager.personId, ['risk_manager']);
  const accountId = await buyAccount(server, trader.personId);
  const request = async () => ask(requestDocuments, { token: manager.token, body: { accountId, text } });
  return {
    accountId,
    trader,
    manager,
    request,
    close: async (requestId: string) => ask(closeDocumentRequest, { token: manager.token, body: { requestId } }),
    atDesk: async () => (await ask(riskAccount, { token: manager.token, query: { accountId } })).data.documentRequests,
    atTrader: async () =>
      (await ask(accountDetails, { token: trader.token, query: { accountId } })).data.documentRequests,
    audited: async () =>
      (
        await server.deps.db
          .selectFrom('audit')
          .select('action')
          .where('entity', '=', 'account')
          .where('entity_id', '=', accountId)
          .orderBy('at')
          .execute()
      )
        .map(({ action }) => action)
        .filter((action) => action.startsWith('document')),
  };
}

describe('documents requested by a risk manager', () => {
  test('are requested by email and on the account, uploaded, read by a risk manager, and every step is audited', async () => {
    const scene = await openScene();
    const { requestId } = (await scene.request()).data;
    await server.drain();
    const mails = await server.mails(`${scene.trader.personId.toLowerCase()}@example.com`);
    const mail = mails.find(({ subject }) => subject.includes('we need documents'));
    expect(mail?.text).toContain(text);
    expect(await scene.atTrader()).toMatchObject([{ id: requestId, text, documents: [] }]);
    expect(await scene.atDesk()).toMatchObject([{ id: requestId, stage: 'sent', documents: 0 }]);
    const { data, response_status: status } = await upload(scene.trader.token, requestId, await photograph());
    expect([status, data.mediaType]).toEqual([200, 'image/webp']);
    expect(await scene.atDesk()).toMatchObject([{ id: requestId, stage: 'received', documents: 1 }]);
    expect((await scene.atTrader())[0]?.documents).toMatchObject([{ id: data.id }]);
    const { token } = scene.manager;
    const listed = await ask(listRequestedDocuments, { token, query: { requestId } });
    expect(listed.data.documents).toMatchObject([{ id: data.id, mediaType: 'image/webp' }]);
    const path = `/api/admin/risk/documents/${data.id}`;
    const file = await server.app.request(path, { headers: { Authorization: `Bearer ${token}` } });
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(8, 12)
        .toString(),
    ).toBe('WEBP');
    expect((await scene.audited()).sort()).toEqual(['document-read', 'document-received', 'documents-requested']);
    const stored = await server.deps.db
      .selectFrom('requested_document')
      .select('content')
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow();
    expect(Buffer.from(stored.content).includes('WEBP')).toBe(false);
    const record = await ask(officeLists.requests.page, { token, query: { account: scene.accountId } });
    expect(record.data.rows).toMatchObject([{ id: requestId, status: 'received', documents: 1, needed: text }]);
  });

  test('only one request is open at a time; a closed one accepts nothing more and deletes its files after thirty days', async () => {
    const scene = await openScene();
    const { requestId } = (await scene.request()).data;
    expect((await scene.request()).response_status).toBe(409);
    const photo = await photograph();
    await upload(scene.trader.token, requestId, photo);
    expect((await scene.close(requestId)).response_status).toBe(200);
    expect((await scene.close(requestId)).response_status).toBe(409);
    expect((await upload(scene.trader.token, requestId, photo)).error_code).toBe('document_request_closed');
    expect(await scene.atTrader()).toEqual([]);
    expect((await scene.request()).response_status).toBe(200);
    const count = async () =>
      (await server.deps.db.selectFrom('requested_document').select('id').where('request_id', '=', requestId).execute())
        .length;
    await server.clock.advance(30 * dayMs - 1);
    await deleteDueDocuments(server.deps);
    expect(await count()).toBe(1);
    await server.clock.advance(1);
    await deleteDueDocuments(server.deps);
    expect(await count()).toBe(0);
  });

  test('nobody can upload to another person’s request, which accepts at most ten documents', async () => {
    const scene = await openScene();
    const stranger = await openScene();
    const { requestId } = (await scene.request()).data;
    const photo = await photograph();
    expect((await upload(stranger.trader.token, requestId, photo)).response_status).toBe(404);
    // The request is checked before the file is read.
    expect((await upload(stranger.trader.token, requestId, Buffer.from('MZ'))).response_status).toBe(404);
    for (let count = 0; count < 10; count += 1) {
      expect((await upload(scene.trader.token, requestId, photo)).response_status).toBe(200);
    }
    expect((await upload(scene.trader.token, requestId, photo)).error_code).toBe('document_request_full');
    expect((await upload(scene.trader.token, requestId, Buffer.from('MZ'))).response_status).toBe(422);
  });
});
