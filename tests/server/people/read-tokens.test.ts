import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { accountData } from '#shared/accounts/contract.ts';
import { accountDetails } from '#shared/accounts/contract-details.ts';
import { fetchFills } from '#shared/accounts/contract-fills.ts';
import { registry } from '#shared/firm/registry.ts';
import { createReadToken, endOtherSessions, endSessionById, fetchSessions } from '#shared/people/contract-security.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { confirmNow, signInStaff } from '../support/funded.ts';
import { buyAccount, signInPerson } from '../support/people.ts';
import { requestWithToken } from '../support/request-with-token.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;

beforeAll(async () => {
  server = await startTestApp();
  ask = client(server);
});

afterAll(() => server.close());

/** What each scope promises on the profile: read by hand, not from the list of the code. */
const opened: Readonly<Record<string, readonly string[]>> = {
  accounts: ['account/data', 'account/details', 'account/statistics', 'account/stream', 'account/breach'],
  fills: ['fills', 'fills.csv', 'account/fills', 'account/trades.csv'],
  payouts: ['payouts', 'payouts/details', 'payouts/quote', 'annual-statements', 'annual-statements.csv'],
};

type Scope = 'accounts' | 'fills' | 'payouts';

async function openToken(scopes: readonly Scope[] = ['accounts', 'fills', 'payouts'], days: '30' | '365' = '30') {
  const trader = await signInPerson(server);
  await confirmNow(server, trader.personId);
  const accountId = await buyAccount(server, trader.personId);
  const body = { name: 'Spreadsheet', scopes: [...scopes], days };
  const { data } = await ask(createReadToken, { token: trader.token, body });
  return { trader, accountId, token: data.token };
}

describe('a read token', () => {
  test('reads accounts, fills and payouts by its scopes, and opens no other call that needs a token', async () => {
    const promised = Object.entries(opened).flatMap(([scope, paths]) => paths.map((path) => [path, scope] as const));
    const isPromised = new Map<string, string>(promised);
    const calls = registry.filter(({ access }) => access !== 'any');
    const known = calls.filter(({ method, path }) => method === 'GET' && isPromised.has(path));
    expect(known.map(({ path }) => path).toSorted()).toEqual([...isPromised.keys()].toSorted());
    for (const scope of ['accounts', 'fills', 'payouts'] as const) {
      const { token, accountId } = await openToken([scope]);
      const wrong: string[] = [];
      for (const call of calls) {
        const isOpen = call.method === 'GET' && isPromised.get(call.path) === scope;
        const { status, code } = await requestWithToken(server, call, token, accountId);
        const isRight = isOpen ? status !== 403 && status !== 498 && status < 500 : code === 'read_token_scope';
        if (!isRight) wrong.push(`${scope}: ${call.method} ${call.path} ${status} ${code}`);
      }
      expect(wrong).toEqual([]);
    }
  });

  test('shows its owner’s account, nobody else’s, and no secret with which an order can be paid', async () => {
    const [own, other] = [await openToken(), await openToken()];
    const { data } = await ask(accountData, { token: own.token });
    expect(data.accounts.map(({ id }) => id)).toEqual([own.accountId]);
    const details = await ask(accountDetails, { token: own.token, query: { accountId: own.accountId } });
    expect(details.data.orders.map(({ sessionId }) => sessionId)).toEqual([null]);
    const foreign = await ask(fetchFills, { token: own.token, query: { accountId: other.accountId } });
    expect(foreign.response_status).toBe(404);
  });

  test('still reads an account that has ended', async () => {
    const { token, accountId } = await openToken(['accounts']);
    const ended = { ended_at: server.deps.clock(), end_reason: 'canceled' } as const;
    await server.deps.db.updateTable('trading_account').set(ended).where('id', '=', accountId).execute();
    const { data } = await ask(accountData, { token });
    expect(data.accounts.map(({ id }) => id)).toEqual([accountId]);
  });

  test('gives staff none of their rights', async () => {
    const staff = await signInStaff(server, 'admin');
    const body = { name: 'Script', scopes: ['accounts' as const], days: '30' as const };
    const { data } = await ask(createReadToken, { token: staff.token, body });
    const officeCalls = registry.filter(({ access }) => typeof access === 'object');
    for (const call of officeCalls) {
      expect((await requestWithToken(server, call, data.token, 'nobody')).code).toBe('read_token_scope');
    }
  });

  test('is listed with its last use, and ends when its owner, its time or all other sessions end it', async () => {
    const { trader, token } = await openToken(['fills'], '30');
    const list = async () => (await ask(fetchSessions, { token: trader.token })).data.sessions;
    const [listed] = (await list()).filter(({ readToken }) => readToken !== null);
    expect(listed?.readToken).toEqual({ name: 'Spreadsheet', scopes: ['fills'] });
    expect((listed?.expiresAt ?? 0) - (listed?.openedAt ?? 0)).toBe(30 * dayMs);
    await ask(endSessionById, { token: trader.token, body: { id: listed?.id ?? '' } });
    const read = (bearer: string) => ask(fetchFills, { token: bearer, query: { accountId: 'x' } });
    expect((await read(token)).response_status).toBe(498);

    const second = await openToken(['fills']);
    await ask(endOtherSessions, { token: second.trader.token });
    expect((await read(second.token)).response_status).toBe(498);

    const third = await openToken(['fills']);
    await server.clock.advance(30 * dayMs - 1);
    expect((await read(third.token)).response_status).toBe(404);
    await server.clock.advance(1);
    expect((await read(third.token)).response_status).toBe(498);
  });

  test('is created only by someone who has just confirmed who they are, ten at most, and its owner is notified', async () => {
    const trader = await signInPerson(server);
    const create = () =>
      ask(createReadToken, { token: trader.token, body: { name: 'Sheet', scopes: ['accounts'], days: '90' } });
    expect((await create()).error_code).toBe('confirm_first');
    await confirmNow(server, trader.personId);
    const made = await Promise.all(Array.from({ length: 11 }, create));
    expect(made.map(({ response_status }) => response_status).toSorted()).toEqual([...Array(10).fill(200), 409]);
    const mails = await server.deps.db
      .selectFrom('mail')
      .select('id')
      .where('dedupe_key', 'like', 'security:read_token_created:%')
      .where('recipient', '=', `${trader.personId.toLowerCase()}@example.com`)
      .execute();
    expect(mails).toHaveLength(10);
    const unnamed = await ask(createReadToken, {
      token: trader.token,
      body: { name: ' ', scopes: [], days: '90' },
    });
    expect(Object.keys(unnamed.validation_errors ?? {}).toSorted()).toEqual(['name', 'scopes']);
  });
});
