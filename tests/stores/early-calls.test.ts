import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { send } from '../../src/client/call.ts';
import { checkAuth } from '../../src/contract/identity.ts';
import { startTestApp, type TestApp } from '../server/support/app.ts';
import { signInPerson } from '../server/support/people.ts';
import { connectFetch, resetPage, signIn } from './support.ts';

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

/** What the script in the head of a page leaves behind. */
function askEarly(token: string, answer: () => Promise<Response>): void {
  Object.assign(globalThis, { earlyCalls: { token, answers: { [`POST ${address}`]: answer() } } });
}

const askAs = (token: string) => async () =>
  server.app.request('/api/check_auth', { method: 'POST', headers: { Authorization: `Bearer ${token}` } });

test('the answer to an early call is used once', async () => {
  const { token, personId: id } = await signInPerson(server);
  signIn(token);
  askEarly(token, askAs(token));
  const early = await send(checkAuth, {});
  expect(early).toMatchObject({ ok: true, user: { id } });
  expect(sent).toEqual([]);
  expect(await send(checkAuth, {})).toMatchObject({ ok: true, user: { id } });
  expect(sent).toEqual(['/api/check_auth']);
});

test('somebody who has signed in meanwhile gets no other person’s answer', async () => {
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
