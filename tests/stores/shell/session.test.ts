import { describe, expect, test } from 'vitest';
import { $accounts } from '#app/accounts/stores/accounts.ts';
import { readStored } from '#app/http/browser-storage.ts';
import { send } from '#app/http/call.ts';
import { fetchFile, fetchText } from '#app/http/file.ts';
import { readAccountStream } from '#app/http/stream.ts';
import { createCheckout } from '#app/orders/stores/checkout.ts';
import { guardRoute } from '#app/shell/stores/guard.ts';
import { $session, startSession } from '#app/shell/stores/session.ts';
import type { RouteName } from '#routes.ts';
import { accountData } from '#shared/accounts/contract.ts';
import { billingCsv, documentFile } from '#shared/billing/contract.ts';
import { fetchPackages } from '#shared/catalog/contract.ts';
import { storageKeys } from '#shared/core/constants.ts';
import { signInPerson } from '../../server/support/people.ts';
import { connectFetch, serveStores, signIn, toasts } from '../support.ts';

const server = await serveStores();

const quietly = { signal: new AbortController().signal, onHeard: () => undefined };

describe('an expired session', () => {
  const calls = {
    'with an envelope': () => send(accountData, {}),
    'for a text': () => fetchText(billingCsv, {}),
    'for a file': () => fetchFile(documentFile, { query: { number: 'I2026-000001' } }),
  };

  test.each(Object.entries(calls))('cancels a call %s and shows a message', async (_, call) => {
    signIn('old', -1);
    expect(await call()).toEqual({ ok: false, failure: { kind: 'canceled' } });
    expect(toasts()).toEqual([{ key: 'session_expired' }]);
    expect(readStored(storageKeys.token)).toBeNull();
    expect($session.get()).toEqual({ status: 'logged-out', expired: true });
  });

  test('ends the stream', async () => {
    signIn('old', -1);
    expect(await readAccountStream(new Map(), () => undefined, quietly)).toBe('refused');
    expect(toasts()).toEqual([{ key: 'session_expired' }]);
  });

  test('leads from a protected screen to a sign-in screen that says why', () => {
    const place = { route: 'billingHistory', path: '/billing/history', locale: 'en', next: '/' } as const;
    const to = (session: Parameters<typeof guardRoute>[0]) => guardRoute(session, place);
    expect(to({ status: 'logged-out', expired: true })).toEqual({
      kind: 'redirect',
      to: '/sign-in?next=%2Fbilling%2Fhistory&reason=session-expired',
    });
    expect(to({ status: 'logged-out' })).toEqual({ kind: 'redirect', to: '/sign-in?next=%2Fbilling%2Fhistory' });
  });
});

describe('a token that the server rejects', () => {
  const calls = {
    'with an envelope': () => send(accountData, {}),
    'for a text': () => fetchText(billingCsv, {}),
    'for a file': () => fetchFile(documentFile, { query: { number: 'I2026-000001' } }),
    'for the stream': () => readAccountStream(new Map(), () => undefined, quietly),
  };

  test.each(Object.entries(calls))('ends the session after a call %s', async (_, call) => {
    await startSession('billingHistory');
    signIn('nobody');
    const result = await call();
    if (typeof result !== 'string') expect(result).toMatchObject({ ok: false, failure: { status: 498 } });
    expect($session.get()).toEqual({ status: 'logged-out', ejected: true });
    expect(toasts()).toEqual([{ key: 'invalid_token' }]);
    expect(readStored(storageKeys.token)).toBeNull();
  });
});

describe('a token that the server rejects on a screen that needs none', () => {
  test.each(['signIn', 'contact', 'checkout', 'payoutVerification'] satisfies RouteName[])(
    'is dropped with a message, and %s stays open',
    async (route) => {
      await startSession(route);
      signIn('nobody');
      await send(accountData, {});
      expect($session.get()).toEqual({ status: 'logged-out', revoked: true });
      expect(toasts()).toEqual([{ key: 'invalid_token' }]);
      expect(readStored(storageKeys.token)).toBeNull();
    },
  );
});

describe('files', () => {
  test('are downloaded with the bearer token', async () => {
    const { token } = await signInPerson(server);
    signIn(token);
    const csv = await fetchText(billingCsv, {});
    expect(csv.ok && csv.content).toMatch(/^\S+,/);
  });

  test('that are missing fail with the server’s message', async () => {
    const { token } = await signInPerson(server);
    signIn(token);
    const file = await fetchFile(documentFile, { query: { number: 'I2026-999999' } });
    expect(file).toMatchObject({ ok: false, failure: { kind: 'status', status: 404, message: 'Not found.' } });
  });
});

describe('responses that break the contract', () => {
  const malformed: readonly (readonly [string, () => Response])[] = [
    ['no JSON', () => new Response('<html>')],
    ['null', () => Response.json(null)],
    [
      'no accounts',
      () => Response.json({ response_status: 200, response_message: '', validation_errors: {}, data: {} }),
    ],
    ['accounts without figures', () => Response.json({ response_status: 200, data: { accounts: [{ id: 'a' }] } })],
  ];

  test.each(malformed)('let the accounts screen offer a retry: %s', async (_, answer) => {
    connectFetch(server, (path) => (path === '/api/account/data' ? answer() : undefined));
    $accounts.clear();
    await $accounts.load();
    expect($accounts.get()).toMatchObject({ status: 'failed' });
    expect(toasts()).toEqual([{ key: 'unexpected' }]);
  });

  test('can be followed by a successful retry', async () => {
    const { token } = await signInPerson(server);
    signIn(token);
    await $accounts.load();
    expect($accounts.get()).toEqual({ status: 'ready', data: [] });
  });
});

describe('a checkout with an expired session', () => {
  test('continues as a guest’s, with a price', async () => {
    const result = await send(fetchPackages, {});
    const priceCents = result.ok ? result.data.packages.find(({ id }) => id === 'classic-50k')?.priceCents : 0;
    const selection = {
      kind: 'evaluation',
      packageId: 'classic-50k',
      platform: 'rithmic',
      addOns: [],
      coupon: '',
    } as const;
    const checkout = createCheckout({ ...selection, addOns: [] });
    signIn('old', -1);
    await checkout.refreshQuote();
    expect(checkout.$quote.get()).toMatchObject({ status: 'ready', quote: { totalCents: priceCents } });
    expect(toasts()).toEqual([{ key: 'session_expired' }]);
  });
});
