import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { send } from '#app/http/call.ts';
import { fetchFile, fetchText } from '#app/http/file.ts';
import { guardCalls, request } from '#app/http/request.ts';
import { requestEnvelope } from '#app/http/request-envelope.ts';
import { requestText } from '#app/http/request-text.ts';
import { slowAfterMs } from '#app/http/slow-requests.ts';
import { $isSlow, stopWaiting } from '#app/shell/stores/slow-requests.ts';
import { accountData } from '#shared/accounts/contract.ts';
import { billingCsv } from '#shared/billing/contract.ts';
import { fetchPackages } from '#shared/catalog/contract.ts';
import { requestTimeoutMs, storageKeys } from '#shared/core/constants.ts';
import { uploadDocument } from '#shared/payouts/contract-payees.ts';
import { submitLogin } from '#shared/people/contract.ts';
import { checkAuth, countries } from '#shared/people/contract-session.ts';
import { signInPerson } from '../../server/support/people.ts';
import { connectFetch, hold, serveStores, signIn, toasts } from '../support.ts';

const server = await serveStores();

/** Records the requests and gives the same response to all of them. */
function answerAll(answer: () => Response | Promise<Response>): Request[] {
  const sent: Request[] = [];
  connectFetch(server, (_, asked) => {
    sent.push(asked);
    return answer();
  });
  return sent;
}

const envelope = (status: number, more: object = {}) =>
  Response.json({ response_status: status, response_message: 'Said.', validation_errors: {}, ...more }, { status });

describe('a successful call', () => {
  test('returns its data, message and status', async () => {
    const result = await send(countries, {});
    expect(result).toMatchObject({ ok: true, status: 200 });
    expect(result.ok && result.data.countries.length).toBeGreaterThan(100);
  });

  test('sends what the page knows: the token, the language, the parameters', async () => {
    const { token } = await signInPerson(server);
    signIn(token);
    const sent = answerAll(() => envelope(200, { data: null }));
    await request(submitLogin, { body: { email: 'a@example.com', password: 'p' }, idempotencyKey: 'k-1' });
    const [asked] = sent;
    expect(asked?.method).toBe('POST');
    expect(asked?.headers.get('Authorization')).toBe(`Bearer ${token}`);
    expect(asked?.headers.get('Idempotency-Key')).toBe('k-1');
    expect(asked?.headers.get('Accept-Language')).toMatch(/^en/);
    expect(await asked?.json()).toEqual({ email: 'a@example.com', password: 'p' });
  });

  test('sends a form with a file as one, without undefined values', async () => {
    const sent = answerAll(() => envelope(200, { data: null }));
    const document = new File(['x'], 'x.jpg', { type: 'image/jpeg' });
    await request(uploadDocument, { body: { purpose: 'identity-front', document } });
    const form = await sent[0]?.formData();
    expect(form?.get('purpose')).toBe('identity-front');
    expect(form?.get('document')).toBeInstanceOf(File);
  });
});

describe('a failed call', () => {
  test.each([400, 401, 403, 404, 406, 409, 410, 422, 429, 500, 503])(
    'with %i returns status, code, fields and the id to quote',
    async (status) => {
      answerAll(() =>
        envelope(status, {
          error_code: 'a_code',
          validation_errors: { email: ['Wrong.'] },
          request_id: 'r-1',
          data: { left: 1 },
        }),
      );
      expect(await send(countries, {})).toEqual({
        ok: false,
        failure: {
          kind: 'status',
          ...{ status, code: 'a_code', message: 'Said.', fields: { email: ['Wrong.'] } },
          ...{ data: { left: 1 }, requestId: 'r-1' },
        },
      });
    },
  );

  test('without an envelope still returns its status and the id in its header', async () => {
    answerAll(() => new Response('<html>', { status: 502, headers: { 'X-Request-Id': 'r-2' } }));
    expect(await send(countries, {})).toMatchObject({
      failure: { kind: 'status', status: 502, message: '', fields: {}, requestId: 'r-2' },
    });
  });

  test('takes the envelope’s status even if the transport says 200', async () => {
    answerAll(() => Response.json({ response_status: 409, response_message: 'Taken.' }));
    expect(await send(countries, {})).toMatchObject({ failure: { status: 409, message: 'Taken.' } });
  });

  test('includes a response without content', async () => {
    answerAll(() => new Response(null, { status: 204 }));
    expect(await send(countries, {})).toMatchObject({ ok: false, failure: { status: 204 } });
  });

  test('is unexpected if no screen could render the response', async () => {
    answerAll(() => envelope(200, { data: { countries: 'all' } }));
    expect(await send(countries, {})).toEqual({ ok: false, failure: { kind: 'unexpected' } });
    answerAll(() => new Response('not json'));
    expect(await send(countries, {})).toEqual({ ok: false, failure: { kind: 'unexpected' } });
  });

  test('reports a missing network, also in the middle of a file', async () => {
    answerAll(() => Promise.reject(new TypeError('fetch failed')));
    expect(await send(countries, {})).toEqual({ ok: false, failure: { kind: 'network' } });
    answerAll(
      () =>
        new Response(
          new ReadableStream({
            pull(controller) {
              controller.error(new TypeError('terminated'));
            },
          }),
        ),
    );
    expect(await fetchText(billingCsv, {})).toEqual({ ok: false, failure: { kind: 'network' } });
    expect(await fetchFile(billingCsv, {})).toEqual({ ok: false, failure: { kind: 'network' } });
  });

  test('is sent once more if it only reads and its response got lost', async () => {
    const lose = () => Promise.reject(new TypeError('fetch failed'));
    const read = answerAll(() => (read.length === 1 ? lose() : envelope(200, { data: { countries: [] } })));
    expect(await send(countries, {})).toMatchObject({ ok: true });
    expect(read).toHaveLength(2);
    const written = answerAll(lose);
    expect(await request(submitLogin, { body: { email: 'a@example.com', password: 'p' } })).toMatchObject({
      ok: false,
    });
    expect(written).toHaveLength(1);
  });

  test('is silent when the page has given it up', async () => {
    const stop = new AbortController();
    connectFetch(server, () => hold<Response>().promise);
    const called = send(countries, { signal: stop.signal });
    stop.abort();
    expect(await called).toEqual({ ok: false, failure: { kind: 'canceled' } });
    expect(toasts()).toEqual([]);
  });
});

describe('the session’s guard', () => {
  test('prevents a call that isn’t allowed', async () => {
    const sent = answerAll(() => envelope(200));
    guardCalls({ hasRole: () => false, onInvalidToken: () => undefined });
    expect(await send(checkAuth, {})).toEqual({ ok: false, failure: { kind: 'canceled' } });
    expect(sent).toEqual([]);
  });

  test('ends the session for a rejected token, but not for one of limited use', async () => {
    let ended = 0;
    guardCalls({
      hasRole: () => true,
      onInvalidToken: () => {
        ended += 1;
      },
    });
    const sent = answerAll(() => envelope(498));
    expect(await send(accountData, {})).toMatchObject({ failure: { status: 498 } });
    expect(await fetchText(billingCsv, {})).toMatchObject({ failure: { status: 498 } });
    expect(ended).toBe(2);
    expect(await send(accountData, { bearer: 'limited' })).toMatchObject({ failure: { status: 498 } });
    expect(ended).toBe(2);
    expect(sent[2]?.headers.get('Authorization')).toBe('Bearer limited');
  });

  test('lets a token of limited use through even if the session may not call', async () => {
    guardCalls({ hasRole: () => false, onInvalidToken: () => undefined });
    const sent = answerAll(() => envelope(200, { data: { accounts: [] } }));
    await send(accountData, { bearer: 'limited' });
    expect(sent).toHaveLength(1);
  });
});

describe('a slow server', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test('is reported after five seconds, until the response arrives', async () => {
    const answer = hold<Response>();
    connectFetch(server, () => answer.promise);
    const called = send(countries, {});
    await vi.advanceTimersByTimeAsync(slowAfterMs - 1);
    expect($isSlow.get()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect($isSlow.get()).toBe(true);
    answer.settle(envelope(409));
    await called;
    expect($isSlow.get()).toBe(false);
  });

  test('returns every slow call as a failure when the person stops waiting', async () => {
    connectFetch(server, () => hold<Response>().promise);
    const calls = [send(countries, {}), send(fetchPackages, { query: {} } as never)];
    await vi.advanceTimersByTimeAsync(slowAfterMs);
    stopWaiting();
    expect(await Promise.all(calls)).toEqual([
      { ok: false, failure: { kind: 'network' } },
      { ok: false, failure: { kind: 'network' } },
    ]);
    expect($isSlow.get()).toBe(false);
  });

  test('ends a call that never gets a response', async () => {
    connectFetch(server, () => hold<Response>().promise);
    const called = send(countries, {});
    await vi.advanceTimersByTimeAsync(requestTimeoutMs + 1);
    expect(await called).toEqual({ ok: false, failure: { kind: 'network' } });
  });
});

describe('calls of pages with a small script', () => {
  test('read the envelope, and the transport’s error takes precedence', async () => {
    expect(await requestEnvelope('countries', 'GET')).toMatchObject({ response_status: expect.any(Number) });
    answerAll(() => Response.json({ response_status: 200 }, { status: 503 }));
    expect(await requestEnvelope('countries', 'GET')).toMatchObject({ response_status: 503 });
  });

  test('return nothing if the response can’t be reached or read', async () => {
    answerAll(() => Promise.reject(new TypeError('fetch failed')));
    expect(await requestEnvelope('countries', 'GET')).toBeUndefined();
    expect(await requestText('countries')).toBeUndefined();
    answerAll(() => new Response('<html>'));
    expect(await requestEnvelope('countries', 'GET')).toBeUndefined();
    answerAll(() => new Response('gone', { status: 404 }));
    expect(await requestText('countries')).toBeUndefined();
  });

  test('return a text unchanged', async () => {
    answerAll(() => new Response('plain'));
    expect(await requestText('countries')).toBe('plain');
  });

  test('send no cookies', async () => {
    const sent = answerAll(() => new Response('{}'));
    await requestText('countries');
    await requestEnvelope('countries', 'POST');
    expect(sent.map(({ credentials }) => credentials)).toEqual(['omit', 'omit']);
    expect(storageKeys.token).toBe('token');
  });
});
