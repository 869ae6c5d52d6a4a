import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findActor } from '#server/people/sessions/find-actor.ts';
import { countLink } from '#shared/affiliates/contract.ts';
import { checkAuth, logout } from '#shared/people/contract-session.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { type Shop, startShop } from '../support/shop.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
let limited: TestApp;
let shop: Shop;

beforeAll(async () => {
  limited = await startTestApp({ limits: 'on', environment: { TRUST_PROXY: '1' } });
  shop = await startShop();
});

afterAll(async () => {
  await limited.close();
  await shop.close();
});

describe('many requests from one address', () => {
  test('are limited to 240 of 250 at once, and the next ones are refused', async () => {
    const ask = client(limited);
    const visit = (ip: string) =>
      ask(countLink, { body: { code: 'nobody' }, headers: { 'User-Agent': firefox, 'X-Forwarded-For': ip } });
    const answers = await Promise.all(Array.from({ length: 250 }, () => visit('198.51.100.7')));
    expect(answers.filter(({ response_status: status }) => status === 200)).toHaveLength(240);
    expect(answers.filter(({ error_code: code }) => code === 'too_many')).toHaveLength(10);
    const later = await visit('198.51.100.7');
    expect(later.response_status).toBe(429);
    expect(Number(later.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await visit('198.51.100.8')).response_status).toBe(200);
  });

  test('each get a different remaining count', async () => {
    const remaining = await Promise.all(
      Array.from({ length: 20 }, () => limited.deps.limits.take('login', '192.0.2.9')),
    );
    expect(remaining.toSorted((one, other) => Number(one) - Number(other))).toEqual(
      Array.from({ length: 20 }, (_, index) => index),
    );
  });
});

/** Finds the owners of tokens that arrive together. @returns their ids, and how many queries that took */
async function findTogether(tokens: readonly string[]) {
  let statements = 0;
  const db = shop.server.deps.db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const found = await Promise.all(tokens.map((token) => findActor({ ...shop.server.deps, db }, token)));
  return { people: found.map((actor) => actor?.personId ?? null), statements };
}

describe('many requests with different tokens', () => {
  test('are authenticated with one database query, each as its own person', async () => {
    const [one, other, ended] = [await shop.signIn(), await shop.signIn(), await shop.signIn()];
    for (const { token } of [one, other]) await shop.ask(checkAuth, { token });
    await shop.ask(logout, { token: ended.token });
    const tokens = [other.token, 'no such token', one.token, ended.token, other.token];
    expect(await findTogether(tokens)).toEqual({
      people: [other.personId, null, one.personId, null, other.personId],
      statements: 1,
    });
  });
});

describe('many requests with one token', () => {
  test('are authenticated with one database query', async () => {
    const { token, personId } = await shop.signIn();
    await shop.ask(checkAuth, { token });
    expect(await findTogether(Array(30).fill(token))).toEqual({ people: Array(30).fill(personId), statements: 1 });
  });

  test('do not authenticate a request made after the session has ended', async () => {
    const { token } = await shop.signIn();
    const requests = Array.from({ length: 20 }, () => shop.ask(checkAuth, { token }));
    await shop.ask(logout, { token });
    const late = await shop.ask(checkAuth, { token });
    await Promise.all(requests);
    expect(late.response_status).toBe(498);
  });
});
