import { beforeEach, expect, test } from 'vitest';
import { $ownOutages, createStatusForm, loadOwnOutages } from '#app/status/stores/subscription.ts';
import { easyCaptcha } from '../../server/support/identity.ts';
import { signInPerson } from '../../server/support/people.ts';
import { connectFetch, serveStores, signIn, toasts } from '../support.ts';

const server = await serveStores({ replace: { captcha: easyCaptcha } });

beforeEach(() => {
  $ownOutages.set([]);
});

test('a reader subscribes to emails about incidents, and the server’s message says what comes next', async () => {
  const form = createStatusForm();
  form.set('email', 'ada@example.org');
  form.set('captcha', 'solved');
  await form.submit();
  expect(toasts()).toEqual([{ text: expect.stringMatching(/\w/) }]);
  expect(form.$form.get().values).toEqual({ email: '', captcha: '' });
  await server.drain();
  expect(await server.mails('ada@example.org')).toHaveLength(1);
});

test('an invalid address stays typed and is named', async () => {
  const form = createStatusForm();
  form.set('email', 'ada at example');
  form.set('captcha', 'solved');
  await form.submit();
  const { values, errors, busy, round } = form.$form.get();
  expect(values.email).toBe('ada at example');
  expect(Object.keys(errors)).toEqual(['email']);
  expect({ busy, round }).toEqual({ busy: false, round: 1 });
});

test('a visitor has no accounts in the outage ledger, and a failure removes none', async () => {
  await loadOwnOutages();
  expect($ownOutages.get()).toEqual([]);
  const known = { incidentId: 'i', account: 'RTH-1', remedy: 'credited', note: '' };
  $ownOutages.set([known as never]);
  connectFetch(server, () => Promise.reject(new TypeError('Failed to fetch')));
  await loadOwnOutages();
  expect($ownOutages.get()).toEqual([known]);
  connectFetch(server);
  signIn((await signInPerson(server)).token);
  await loadOwnOutages();
  expect($ownOutages.get()).toEqual([]);
});
