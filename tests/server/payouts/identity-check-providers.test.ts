import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requeueIdentityEvents } from '#server/payouts/payees/requeue-identity-events.ts';
import { fetchPayee, startCheckWithoutFace, startIdentityCheck } from '#shared/payouts/contract-payees.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInPerson } from '../support/people.ts';

type ApiRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

/** A stand-in for a provider's API, over real HTTP. */
async function startApi(answer: (request: ApiRequest) => unknown) {
  const requests: ApiRequest[] = [];
  const http: Server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const received = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
    requests.push(received);
    const json = answer(received);
    response.writeHead(json === undefined ? 500 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(json ?? {}));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const close = async () => {
    // The client keeps connections open, which would delay closing by seconds.
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  };
  return { url, seen: requests, close };
}

const hmac = (algorithm: string, secret: string, text: string) =>
  createHmac(algorithm, secret).update(text).digest('hex');

async function startCheck(server: TestApp) {
  const person = await signInPerson(server);
  const ask = client(server);
  const { url } = (await ask(startIdentityCheck, { token: person.token })).data;
  const { id: checkId } = await server.deps.db
    .selectFrom('identity_check')
    .select('id')
    .where('person_id', '=', person.personId)
    .executeTakeFirstOrThrow();
  const post = async (rawBody: string, headers: Record<string, string>) => {
    const answer = await server.app.request('/api/webhooks/identity', { method: 'POST', body: rawBody, headers });
    await server.drain();
    return answer.status;
  };
  const read = async () => (await ask(fetchPayee, { token: person.token })).data.identity;
  return { ...person, url, checkId, post, read };
}

describe('Sumsub', () => {
  let server: TestApp;
  let api: Awaited<ReturnType<typeof startApi>>;
  const secret = 'webhook-secret';

  beforeAll(async () => {
    api = await startApi(({ path }) =>
      path.startsWith('/resources/sdkIntegrations')
        ? { url: 'https://in.sumsub.com/websdk/p/abc' }
        : {
            info: { firstName: 'ADA', lastName: 'FERREIRA', country: 'PRT' },
            review: {
              reviewStatus: 'completed',
              reviewDate: '2026-03-11 15:30:00+0000',
              reviewResult: { reviewAnswer: 'GREEN' },
            },
          },
    );
    server = await startTestApp({
      environment: {
        IDENTITY_PROVIDER: 'sumsub',
        SUMSUB_APP_TOKEN: 'app-token',
        SUMSUB_SECRET_KEY: 'app-secret',
        SUMSUB_WEBHOOK_SECRET: secret,
        SUMSUB_LEVEL: 'id-and-liveness',
        SUMSUB_BASE_URL: api.url,
      },
    });
  });

  afterAll(async () => {
    await server.close();
    await api.close();
  });

  const at = (minutes: number) =>
    new Date(testStart + minutes * 60_000).toISOString().replace('T', ' ').replace('Z', '');
  const message = (checkId: string, minutes: number, more: object) =>
    JSON.stringify({
      applicantId: 'a1',
      externalUserId: checkId,
      type: 'applicantReviewed',
      createdAtMs: at(minutes),
      clientComment: 'Internal: looks like a forgery ring',
      ...more,
    });
  const signed = (body: string, algorithm = 'HMAC_SHA256_HEX') => ({
    'X-Payload-Digest': hmac('sha256', secret, body),
    'X-Payload-Digest-Alg': algorithm,
  });
  const green = { reviewResult: { reviewAnswer: 'GREEN' } };
  const retry = { reviewResult: { reviewAnswer: 'RED', reviewRejectType: 'RETRY', rejectLabels: ['EXPIRATION_DATE'] } };
  const final = { reviewResult: { reviewAnswer: 'RED', reviewRejectType: 'FINAL', rejectLabels: ['FORGERY'] } };

  test('the identity check is opened with a signed request', async () => {
    const ada = await startCheck(server);
    expect(ada.url).toBe('https://in.sumsub.com/websdk/p/abc');
    const request = api.seen.at(-1);
    const seconds = String(testStart / 1000);
    expect(request?.headers['x-app-access-sig']).toBe(
      hmac('sha256', 'app-secret', `${seconds}POST${request?.path}${request?.body}`),
    );
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ userId: ada.checkId, levelName: 'id-and-liveness' });
  });

  test('an approval stores the name on the document, and the same webhook sent five times counts once', async () => {
    const ada = await startCheck(server);
    const body = message(ada.checkId, 30, green);
    const statuses = [];
    for (let time = 0; time < 5; time += 1) statuses.push(await ada.post(body, signed(body)));
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect(await ada.read()).toMatchObject({ status: 'approved', verifiedName: 'ADA FERREIRA' });
    const audit = await server.deps.db
      .selectFrom('audit')
      .select(['action', 'actor'])
      .where('entity_id', '=', ada.checkId)
      .where('action', '=', 'identity-check-approved')
      .execute();
    expect(audit).toEqual([{ action: 'identity-check-approved', actor: 'provider:sumsub' }]);
    expect(await server.mails(`${ada.personId.toLowerCase()}@example.com`)).toHaveLength(1);
  });

  test('an approval that came during an outage longer than its job is applied after it', async () => {
    const ada = await startCheck(server);
    let attempts = 0;
    const fetch = async () => {
      attempts += 1;
      throw new Error('The provider is down');
    };
    const cut = await server.another({ identity: { ...server.deps.identity, fetch } });
    const body = message(ada.checkId, 30, green);
    await cut.app.request('/api/webhooks/identity', { method: 'POST', body, headers: signed(body) });
    await cut.drain({ allowFailures: true });
    // Twelve retries, at most half an hour apart.
    for (let half = 0; half < 12; half += 1) {
      await server.clock.advance(30 * 60_000);
      await requeueIdentityEvents(cut.deps);
      await cut.drain({ allowFailures: true });
    }
    expect(attempts).toBe(13);
    expect((await ada.read()).status).toBe('started');
    await requeueIdentityEvents(server.deps);
    await server.drain();
    expect(await ada.read()).toMatchObject({ status: 'approved', verifiedName: 'ADA FERREIRA' });
  });

  test('webhooks that arrive out of order end in the newest state by the provider’s time', async () => {
    const ada = await startCheck(server);
    for (const [minutes, more] of [
      [40, final],
      [30, retry],
      [20, { type: 'applicantPending' }],
    ] as const) {
      const body = message(ada.checkId, minutes, more);
      expect(await ada.post(body, signed(body))).toBe(200);
    }
    expect(await ada.read()).toMatchObject({ status: 'declined', reason: 'not-accepted' });
  });

  test('a retry shows one of our reasons and never the provider’s comment', async () => {
    const ada = await startCheck(server);
    const body = message(ada.checkId, 30, retry);
    await ada.post(body, signed(body));
    const identity = await ada.read();
    expect(identity).toMatchObject({ status: 'retry', reason: 'document-expired' });
    const stored = await server.deps.db.selectFrom('identity_event').selectAll().execute();
    const mails = await server.mails(`${ada.personId.toLowerCase()}@example.com`);
    expect(JSON.stringify([identity, stored, mails])).not.toContain('forgery');
  });

  test('SHA-1, a missing algorithm, a wrong digest and a changed byte are rejected', async () => {
    const ada = await startCheck(server);
    const body = message(ada.checkId, 30, green);
    const sha1 = { 'X-Payload-Digest': hmac('sha1', secret, body), 'X-Payload-Digest-Alg': 'HMAC_SHA1_HEX' };
    expect(await ada.post(body, sha1)).toBe(401);
    expect(await ada.post(body, signed(body, 'HMAC_SHA1_HEX'))).toBe(401);
    expect(await ada.post(body, signed(body, 'constructor'))).toBe(401);
    expect(await ada.post(body, { 'X-Payload-Digest': hmac('sha256', secret, body) })).toBe(401);
    expect(await ada.post(`${body} `, signed(body))).toBe(401);
    expect(await ada.post('{', signed('{'))).toBe(400);
    const foreign = message('somebody-else', 30, green);
    expect(await ada.post(foreign, signed(foreign))).toBe(200);
    expect((await ada.read()).status).toBe('started');
  });
});

describe('Veriff', () => {
  let server: TestApp;
  let api: Awaited<ReturnType<typeof startApi>>;
  let isDown = false;
  const secret = 'shared-secret';

  beforeAll(async () => {
    let sessions = 0;
    api = await startApi(() => {
      sessions += 1;
      if (isDown) return undefined;
      return {
        status: 'success',
        verification: { id: `session-${sessions}`, url: `https://magic.veriff.me/v/${sessions}` },
      };
    });
    server = await startTestApp({
      environment: {
        IDENTITY_PROVIDER: 'veriff',
        VERIFF_API_KEY: 'api-key',
        VERIFF_SHARED_SECRET: secret,
        VERIFF_BASE_URL: api.url,
      },
    });
  });

  afterAll(async () => {
    await server.close();
    await api.close();
  });

  const message = (checkId: string, code: number, minutes: number, more: object = {}) =>
    JSON.stringify({
      status: 'success',
      verification: {
        id: 'session-1',
        code,
        vendorData: checkId,
        decisionTime: new Date(testStart + minutes * 60_000).toISOString(),
        person: { firstName: null, lastName: null },
        ...more,
      },
    });
  const signed = (body: string, key = 'api-key') => ({
    'X-AUTH-CLIENT': key,
    'X-HMAC-SIGNATURE': hmac('sha256', secret, body).toUpperCase(),
  });

  test.each([
    [9001, 'approved', null],
    [9102, 'declined', 'document-unreadable'],
    [9103, 'retry', 'document-unreadable'],
    [9104, 'expired', null],
    [9121, 'expired', null],
  ] as const)('code %i sets the check to %s', async (code, status, reason) => {
    const ada = await startCheck(server);
    expect(ada.url).toMatch(/^https:\/\/magic\.veriff\.me/);
    const body = message(ada.checkId, code, 30, {
      reasonCode: 204,
      person: { firstName: 'Ada', lastName: 'Ferreira' },
    });
    expect(await ada.post(body, signed(body))).toBe(200);
    expect(await ada.read()).toMatchObject({ status, reason });
  });

  test('an approval without a name waits for a reviewer', async () => {
    const ada = await startCheck(server);
    const body = message(ada.checkId, 9001, 30);
    await ada.post(body, signed(body));
    expect(await ada.read()).toMatchObject({ status: 'review', verifiedName: null });
  });

  test('an abandoned second session doesn’t undo the decision on the first', async () => {
    const ada = await startCheck(server);
    const good = message(ada.checkId, 9001, 30, { person: { firstName: 'Ada', lastName: 'Ferreira' } });
    const late = message(ada.checkId, 9121, 90, { id: 'session-2' });
    await ada.post(good, signed(good));
    await ada.post(late, signed(late));
    expect((await ada.read()).status).toBe('approved');
  });

  test('a wrong signature or client is rejected', async () => {
    const ada = await startCheck(server);
    const body = message(ada.checkId, 9001, 30);
    expect(await ada.post(body, signed(body, 'other-key'))).toBe(401);
    expect(await ada.post(body.replace('9001', '9102'), signed(body))).toBe(401);
    expect((await ada.read()).status).toBe('started');
  });

  test('without a comparison of faces, a person decides, and the provider learns nothing', async () => {
    const { token } = await signInPerson(server);
    const ask = client(server);
    const before = (await ask(fetchPayee, { token })).data.identity;
    expect([before.provider, before.status]).toEqual(['veriff', null]);
    isDown = true;
    expect((await ask(startCheckWithoutFace, { token })).response_status).toBe(200);
    isDown = false;
    const { provider, status } = (await ask(fetchPayee, { token })).data.identity;
    expect([provider, status]).toEqual(['documents', 'started']);
    // Whoever changes their mind goes on to the provider.
    const { data } = await ask(startIdentityCheck, { token });
    expect(data.url).toMatch(/^https:\/\/magic\.veriff\.me/);
  });

  test('the person can try again after the provider didn’t respond', async () => {
    isDown = true;
    const { token } = await signInPerson(server);
    expect((await client(server)(startIdentityCheck, { token })).response_status).toBe(503);
    isDown = false;
    expect((await client(server)(startIdentityCheck, { token })).data.url).toMatch(/^https:\/\/magic\.veriff\.me/);
  });
});
