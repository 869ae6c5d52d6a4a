import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resetAccount } from '#server/accounts/lifecycle/reset.ts';
import { fetchNotifications } from '#shared/messages/contract.ts';
import { returnPayout } from '#shared/payouts/contract-office.ts';
import { endOtherSessions } from '#shared/people/contract-security.ts';
import * as calls from '#shared/people/contract-webhooks.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { confirmNow } from '../support/funded.ts';
import { approvePayout, signInFinance } from '../support/payout-staff.ts';
import { buyAccount, signInPerson } from '../support/people.ts';
import { lose, pass, play, trade } from '../support/trading.ts';
import { isSignedWith, type Received, startReceiver } from '../support/webhook-receiver.ts';

const url = 'https://partner.example/hook';

let server: TestApp;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  receiver = await startReceiver();
  server = await startTestApp({ replace: { postbacks: receiver.postbacks } });
});

beforeEach(() => {
  receiver.state.received = [];
});

afterAll(async () => {
  receiver.close();
  await server.close();
});

async function listen(person: { readonly personId: string; readonly token: string }) {
  await confirmNow(server, person.personId);
  const ask = client(server);
  const { data } = await ask(calls.saveWebhookUrl, { token: person.token, body: { url } });
  return { ...person, ask, secret: data.secret ?? '' };
}

const bodies = () =>
  receiver.state.received.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });

/** Checks with the program that our answer publishes; null without Python. */
function checkAsPublished(secret: string, { headers, body }: Received): boolean | null {
  const answer = readFileSync('content/faq/en/7-198-webhooks.md', 'utf8');
  const [program = ''] = answer.match(/import base64[\s\S]*?(?=```)/) ?? [];
  const input = JSON.stringify({ secret, headers, body });
  const run = `${program}\nimport json, sys\nd = json.load(sys.stdin)\nprint(is_ours(d["secret"], d["headers"], d["body"]))`;
  const { error, stdout, stderr } = spawnSync('python3', ['-c', run], { input, encoding: 'utf8' });
  if (error !== undefined) return null;
  if (stdout === '') throw new Error(stderr);
  return stdout.trim() === 'True';
}

describe('a trader’s webhooks', () => {
  test('report fills, a pass and a failure once, signed as published', async () => {
    const trader = await listen(await signInPerson(server));
    const [filled = '', passed = '', failed = ''] = [
      await buyAccount(server, trader.personId),
      await buyAccount(server, trader.personId),
      await buyAccount(server, trader.personId),
    ];
    const fills = trade(testStart, 10);
    await play(server, filled, fills);
    await play(server, filled, fills);
    await server.drain();
    expect(bodies()).toMatchObject([
      { type: 'account.filled', data: { account_id: filled, fills: [{ instrument: 'ES', quantity: 1 }, {}] } },
    ]);
    receiver.state.received = [];
    await pass(server, passed);
    await lose(server, failed);
    await server.drain();
    const outcomes = bodies().filter(({ type }) => type !== 'account.filled');
    expect(outcomes.toSorted((left, right) => (left.type < right.type ? -1 : 1))).toMatchObject([
      { type: 'account.breached', data: { account_id: failed, status: 'breached', breach: { rule: 'max-loss' } } },
      { type: 'account.passed', data: { account_id: passed, status: 'passed', breach: null } },
    ]);
    const [first] = receiver.state.received;
    if (first === undefined) throw new Error('nothing arrived');
    expect(isSignedWith(trader.secret, first)).toBe(true);
    const isOurs = checkAsPublished(trader.secret, first);
    if (isOurs !== null) expect(isOurs).toBe(true);
    if (isOurs !== null) expect(checkAsPublished(trader.secret, { ...first, body: `${first.body} ` })).toBe(false);
  });

  test('split many fills, one hundred a message', async () => {
    const trader = await listen(await signInPerson(server));
    const accountId = await buyAccount(server, trader.personId);
    await play(
      server,
      accountId,
      Array.from({ length: 60 }, (_, index) => trade(testStart + index * 60_000, 1)).flat(),
    );
    await server.drain();
    const counts = bodies().map(({ data }) => (data['fills'] as unknown[]).length);
    expect(counts.toSorted((left, right) => right - left)).toEqual([100, 20]);
  });

  test('report that a failure no longer stands after a reset', async () => {
    const trader = await signInPerson(server);
    const accountId = await buyAccount(server, trader.personId);
    await lose(server, accountId);
    await listen(trader);
    await resetAccount(server.deps, accountId, 'once');
    await server.drain();
    expect(bodies()).toMatchObject([
      { type: 'account.corrected', data: { account_id: accountId, status: 'active', breach: null } },
    ]);
  });

  test('report a payout that was paid and later returned, to its payee only', async () => {
    const finance = await signInFinance(server);
    const { trader, payoutId } = await approvePayout(server, finance);
    await listen(await signInPerson(server));
    await listen(trader);
    await finance.send(payoutId);
    await finance.settle(payoutId);
    await server.drain();
    expect(bodies()).toMatchObject([
      { type: 'payout.paid', data: { payout_id: payoutId, account_id: trader.accountId, currency: 'USD' } },
    ]);
    const body = { payoutId, reason: 'account-closed', note: 'The bank sent it back.' } as const;
    await finance.ask(returnPayout, { body, token: finance.token });
    await server.drain();
    expect(bodies().slice(1)).toMatchObject([{ type: 'payout.returned', data: { payout_id: payoutId } }]);
    expect(bodies()[1]?.data).not.toHaveProperty('reason');
  });

  test('end with all other sessions, because an intruder may have set the address', async () => {
    const { token, personId, ask } = await listen(await signInPerson(server));
    await ask(endOtherSessions, { token });
    expect((await ask(calls.fetchWebhooks, { token })).data).toEqual({ endpoint: null, deliveries: [] });
    await pass(server, await buyAccount(server, personId));
    await server.drain();
    expect(bodies()).toEqual([]);
  });

  test('need recent reauthentication, tell their owner, show the secret once, and aren’t anybody else’s', async () => {
    const owner = await signInPerson(server);
    const ask = client(server);
    const body = { url };
    expect((await ask(calls.saveWebhookUrl, { token: owner.token, body })).error_code).toBe('confirm_first');
    expect((await ask(calls.rotateWebhookSecret, { token: owner.token })).error_code).toBe('confirm_first');
    const { token, secret } = await listen(owner);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const read = async (as = token) => (await ask(calls.fetchWebhooks, { token: as })).data;
    expect(JSON.stringify(await read())).not.toContain(secret);
    const told = (await ask(fetchNotifications, { token, query: {} })).data;
    expect(JSON.stringify(told)).toContain('webhook_saved');
    const stranger = await signInPerson(server);
    expect(await read(stranger.token)).toEqual({ endpoint: null, deliveries: [] });
    expect((await ask(calls.testWebhook, { token: stranger.token })).response_status).toBe(404);
    await confirmNow(server, stranger.personId);
    expect((await ask(calls.rotateWebhookSecret, { token: stranger.token })).response_status).toBe(404);
    await ask(calls.removeWebhookUrl, { token: stranger.token });
    await ask(calls.testWebhook, { token });
    await server.drain();
    expect(await read()).toMatchObject({
      deliveries: [{ type: 'webhook.test', status: 'delivered', statusCode: 200 }],
    });
    await ask(calls.removeWebhookUrl, { token });
    expect(await read()).toEqual({ endpoint: null, deliveries: [] });
  });

  test.each([
    ['http://partner.example/', 'Enter'],
    ['https://10.0.0.8/', 'public'],
    ['https://partner.example/?id={id}', 'Leave out names in braces.'],
  ])('to %s are refused', async (address, reason) => {
    const owner = await signInPerson(server);
    await confirmNow(server, owner.personId);
    const answer = await client(server)(calls.saveWebhookUrl, { token: owner.token, body: { url: address } });
    expect(answer).toMatchObject({
      response_status: 422,
      validation_errors: { url: [expect.stringContaining(reason)] },
    });
  });
});
