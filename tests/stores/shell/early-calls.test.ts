import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { send } from '#app/http/call.ts';
import { checkAuth } from '#shared/people/contract-session.ts';
import { startTestApp, type TestApp } from '../../server/support/app.ts';
import { signInPerson } from '../../server/support/people.ts';
import { connectFetch, hold, resetPage, signIn } from '../support.ts';

const address = 'http://app.test/api/check_auth';

let server: TestApp;
let disconnect: () => void = () => undefined;
let sent: string[] = [];

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

beforeEach(() => {
  sent = [];
  disconnect = connectFetch(server, (path) => {
    sent.push(path);
    return undefined;
  });
  resetPage();
});

afterEach(() => {
  disconnect();
  Object.assign(globalThis, { earlyCalls: undefined });
});

/** Does what the script in the head of a page does. */
function askEarly(token: string, answer: () => Promise<Response>): void {
  Object.assign(globalThis, { earlyCalls: { token, answers: { [`POST ${address}`]: answer() } } });
}

const askAs = (token: string) => async () =>
  server.app.request('/api/check_auth', { method: 'POST', headers: { Authorization: `Bearer ${token}` } });

test('the response to an early call is used once', async () => {
  const { token, personId: id } = await signInPerson(server);
  signIn(token);
  askEarly(token, askAs(token));
  const early = await send(checkAuth, {});
  expect(early).toMatchObject({ ok: true, user: { id } });
  expect(sent).toEqual([]);
  expect(await send(checkAuth, {})).toMatchObject({ ok: true, user: { id } });
  expect(sent).toEqual(['/api/check_auth']);
});

test('someone who signed in in the meantime gets no other person’s response', async () => {
  const [former, present] = [await signInPerson(server), await signInPerson(server)];
  signIn(present.token);
  askEarly(former.token, askAs(former.token));
  expect(await send(checkAuth, {})).toMatchObject({ ok: true, user: { id: present.personId } });
});

test('an early call that was lost is sent again', async () => {
  const { token, personId: id } = await signInPerson(server);
  signIn(token);
  askEarly(token, () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await send(checkAuth, {})).toMatchObject({ ok: true, user: { id } });
  expect(sent).toEqual(['/api/check_auth']);
});

test('a canceled request doesn’t wait for an early response', async () => {
  const { token } = await signInPerson(server);
  signIn(token);
  askEarly(token, () => hold<Response>().promise);
  const stop = new AbortController();
  const asked = send(checkAuth, { signal: stop.signal });
  stop.abort();
  expect(await asked).toEqual({ ok: false, failure: { kind: 'canceled' } });
  expect(sent).toEqual([]);
});

type Stored = Readonly<Record<string, string>>;

/** Runs the scripts that a person's screen starts with. */
function boot(stored: Stored, tab: Stored = {}) {
  const sent: string[] = [];
  const dataset: Record<string, string> = { earlyCalls: 'POST /api/check_auth' };
  const scripts = ['boot', 'early-calls'].map((name) => readFileSync(`src/components/site/${name}.js`, 'utf8'));
  runInNewContext(scripts.join(''), {
    ...{ Date, Number, URL, window: {}, location: { href: 'http://app.test/my-account' } },
    document: { documentElement: { dataset, lang: 'en' }, cookie: '' },
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    sessionStorage: { getItem: (key: string) => tab[key] ?? null },
    fetch: async (path: string) => void sent.push(path),
  });
  return { session: dataset['session'], sent };
}

const inMinutes = (minutes: number) => String(Date.now() + minutes * 60_000);

test('a tab that views a trader’s screens makes no early calls', () => {
  const stored = { token: 't', token_expiry: inMinutes(1) };
  expect(boot(stored)).toEqual({ session: 'in', sent: ['/api/check_auth'] });
  expect(boot(stored, { traderView: '{}' })).toEqual({ session: 'in', sent: [] });
});

test('a token without an expiry counts as signed in from the first paint, an expired one does not', () => {
  expect(boot({ token: 't' })).toEqual({ session: 'in', sent: ['/api/check_auth'] });
  expect(boot({ token: 't', token_expiry: inMinutes(-1) })).toEqual({ session: undefined, sent: [] });
  expect(boot({ token_expiry: inMinutes(1) })).toEqual({ session: undefined, sent: [] });
});
