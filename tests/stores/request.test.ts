import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { send } from '../../src/client/call.ts';
import { fetchFile, fetchText } from '../../src/client/file.ts';
import { guardCalls, request } from '../../src/client/request.ts';
import { requestEnvelope } from '../../src/client/request-envelope.ts';
import { requestText } from '../../src/client/request-text.ts';
import { slowAfterMs } from '../../src/client/slow-requests.ts';
import { accountData } from '../../src/contract/accounts.ts';
import { billingCsv } from '../../src/contract/billing.ts';
import { requestTimeoutMs, storageKeys } from '../../src/contract/constants.ts';
import { checkAuth, countries, submitLogin } from '../../src/contract/identity.ts';
import { fetchPackages } from '../../src/contract/packages.ts';
import { uploadDocument } from '../../src/contract/payees.ts';
import { $isSlow, stopWaiting } from '../../src/stores/slow-requests.ts';
import { signInPerson } from '../server/support/people.ts';
import { connectFetch, hold, serveStores, signIn, toasts } from './support.ts';

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

describe('a call that succeeds', () => {
  test('gives its data, message and status', async () => {
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

  test('a form with a file is sent as one, without what is undefined', async () => {
    const sent = answerAll(() => envelope(200, { data: null }));
    const document = new File(['x'], 'x.jpg', { type: 'image/jpeg' });
    await request(uploadDocument, { body: { purpose: 'identity-front', document } });
    const form = await sent[0]?.formData();
    expect(form?.get('purpose')).toBe('identity-front');
    expect(form?.get('document')).toBeInstanceOf(File);
  });
});

describe('a call that fails', () => {
  test.each([400, 401, 403, 404, 406, 409, 410, 422, 429, 500, 503])(
    'with %i gives status, code, fields and the id to quote',
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

  test('an answer without an envelope still has its status and the id of its header', async () => {
    answerAll(() => new Response('<html>', { status: 502, headers: { 'X-Request-Id': 'r-2' } }));
    expect(await send(countries, {})).toMatchObject({
      failure: { kind: 'status', status: 502, message: '', fields: {}, requestId: 'r-2' },
    });
  });

  test('the status of the envelope decides, even if the transport says 200', async () => {
    answerAll(() => Response.json({ response_status: 409, response_message: 'Taken.' }));
    expect(await send(countries, {})).toMatchObject({ failure: { status: 409, message: 'Taken.' } });
  });

  test('nothing to answer is told apart from an answer', async () => {
    answerAll(() => new Response(null, { status: 204 }));
    expect(await send(countries, {})).toMatchObject({ ok: false, failure: { status: 204 } });
  });

  test('an answer that no screen could show is unexpected', async () => {
    answerAll(() => envelope(200, { data: { countries: 'all' } }));
    expect(await send(countries, {})).toEqual({ ok: false, failure: { kind: 'unexpected' } });
    answerAll(() => new Response('not json'));
    expect(await send(countries, {})).toEqual({ ok: false, failure: { kind: 'unexpected' } });
  });

  test('without a network it says so, also in the middle of a file', async () => {
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

  test('a page that gives up a call hears nothing of it', async () => {
    const stop = new AbortController();
    connectFetch(server, () => hold<Response>().promise);
    const called = send(countries, { signal: stop.signal });
    stop.abort();
    expect(await called).toEqual({ ok: false, failure: { kind: 'cancelled' } });
    expect(toasts()).toEqual([]);
  });
});

describe('the session’s guard', () => {
  test('a call that may not be made is not sent', async () => {
    const sent = answerAll(() => envelope(200));
    guardCalls({ mayCall: () => false, onInvalidToken: () => undefined });
    expect(await send(checkAuth, {})).toEqual({ ok: false, failure: { kind: 'cancelled' } });
    expect(sent).toEqual([]);
  });

  test('a refused token ends the session, one of limited use does not', async () => {
    let ended = 0;
    guardCalls({
      mayCall: () => true,
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

  test('a token of limited use is sent even where the session may not call', async () => {
    guardCalls({ mayCall: () => false, onInvalidToken: () => undefined });
    const sent = answerAll(() => envelope(200, { data: { accounts: [] } }));
    await send(accountData, { bearer: 'limited' });
    expect(sent).toHaveLength(1);
  });
});

describe('a slow server', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test('after five seconds the page says that it is still working, until the answer is there', async () => {
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

  test('whoever stops waiting gets every slow call back as a failure', async () => {
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

  test('a call that never answers ends by itself', async () => {
    connectFetch(server, () => hold<Response>().promise);
    const called = send(countries, {});
    await vi.advanceTimersByTimeAsync(requestTimeoutMs + 1);
    expect(await called).toEqual({ ok: false, failure: { kind: 'network' } });
  });
});

describe('calls of pages with a small script', () => {
  test('an envelope is read, and its transport’s error wins', async () => {
    expect(await requestEnvelope('countries', 'GET')).toMatchObject({ response_status: expect.any(Number) });
    answerAll(() => Response.json({ response_status: 200 }, { status: 503 }));
    expect(await requestEnvelope('countries', 'GET')).toMatchObject({ response_status: 503 });
  });

  test('what can’t be reached or read is nothing', async () => {
    answerAll(() => Promise.reject(new TypeError('fetch failed')));
    expect(await requestEnvelope('countries', 'GET')).toBeUndefined();
    expect(await requestText('countries')).toBeUndefined();
    answerAll(() => new Response('<html>'));
    expect(await requestEnvelope('countries', 'GET')).toBeUndefined();
    answerAll(() => new Response('gone', { status: 404 }));
    expect(await requestText('countries')).toBeUndefined();
  });

  test('a text is given as it is', async () => {
    answerAll(() => new Response('plain'));
    expect(await requestText('countries')).toBe('plain');
  });

  test('neither carries cookies', async () => {
    const sent = answerAll(() => new Response('{}'));
    await requestText('countries');
    await requestEnvelope('countries', 'POST');
    expect(sent.map(({ credentials }) => credentials)).toEqual(['omit', 'omit']);
    expect(storageKeys.token).toBe('token');
  });
});
