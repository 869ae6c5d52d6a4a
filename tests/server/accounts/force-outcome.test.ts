import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAccounts } from '#server/accounts/details/list.ts';
import { resetAccount } from '#server/accounts/lifecycle/reset.ts';
import { tickTraders } from '#server/accounts/simulator/simulated-traders.ts';
import type { ForcedOutcome } from '#shared/accounts/simulated-trader/force-outcome.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { buyAccount, signInPerson } from '../support/people.ts';

const minuteMs = 60_000;

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

async function openOne(packageId: string) {
  const { personId } = await signInPerson(server);
  const accountId = await buyAccount(server, personId, packageId);
  const [card] = await listAccounts(server.deps, personId);
  return { personId, accountId, platformAccountId: card?.platformAccountId ?? '' };
}

async function force(platformAccountId: string, outcome: ForcedOutcome): Promise<number> {
  const body = new URLSearchParams({ account: platformAccountId, outcome });
  const { status } = await server.app.request('/dev/platform', { method: 'POST', body });
  return status;
}

async function viewOf(personId: string) {
  const [card] = await listAccounts(server.deps, personId);
  return card?.view;
}

describe('forcing outcomes on the simulated platform', () => {
  test.each([
    ['classic-50k', ['passed', 'breached']],
    ['merit-50k', ['locked']],
  ] as const)('a %s account offers only the outcomes of its rules: %s', async (packageId, outcomes) => {
    const { personId } = await openOne(packageId);
    const email = `${personId.toLowerCase()}@example.com`;
    const page = await (await server.app.request(`/dev/platform?email=${encodeURIComponent(email)}`)).text();
    const offered = [...page.matchAll(/name="outcome" value="(\w+)"/g)].map(([, outcome]) => outcome);
    expect(offered).toEqual(outcomes);
  });

  test.each([
    ['classic-50k', 'passed'],
    ['ascension-25k', 'passed'],
    ['premium-100k', 'breached'],
    ['ascension-150k', 'breached'],
    ['merit-50k', 'locked'],
  ] as const)('a %s account is forced to %s and stops trading', async (packageId, outcome) => {
    const { personId, platformAccountId } = await openOne(packageId);
    for (let minute = 0; minute < 3; minute += 1) {
      await server.clock.advance(minuteMs);
      await tickTraders(server.deps);
    }
    expect(await force(platformAccountId, outcome)).toBe(303);
    const view = await viewOf(personId);
    expect(view).toMatchObject({ status: outcome, contractsInUse: 0 });
    expect(await force(platformAccountId, outcome)).toBe(409);
    await server.clock.advance(minuteMs);
    await tickTraders(server.deps);
    expect(await viewOf(personId)).toMatchObject({ status: outcome, balanceCents: view?.balanceCents });
  });

  test.each([
    ['merit-25k', 'passed'],
    ['merit-25k', 'breached'],
    ['classic-25k', 'locked'],
  ] as const)(
    'a %s account cannot be forced to %s, because its rules don’t have that outcome',
    async (packageId, outcome) => {
      const { personId, platformAccountId } = await openOne(packageId);
      expect(await force(platformAccountId, outcome)).toBe(409);
      expect(await viewOf(personId)).toMatchObject({ status: 'active' });
    },
  );

  test('a reset account can be forced again, as a new one can', async () => {
    const { personId, accountId, platformAccountId } = await openOne('classic-50k');
    for (const round of [1, 2]) {
      expect(await force(platformAccountId, 'breached')).toBe(303);
      await resetAccount(server.deps, accountId, `order-${round}`);
      expect(await viewOf(personId)).toMatchObject({ status: 'active', balanceCents: 5_000_000 });
    }
    expect(await force(platformAccountId, 'passed')).toBe(303);
    expect(await viewOf(personId)).toMatchObject({ status: 'passed' });
  });

  test('one page lists all accounts and can be filtered by address', async () => {
    const { personId, platformAccountId } = await openOne('classic-50k');
    const all = await (await server.app.request('/dev/platform')).text();
    const filtered = await (await server.app.request(`/dev/platform?email=${personId}@example.com`)).text();
    for (const page of [all, filtered]) expect(page).toContain(platformAccountId);
    const emptyBuyer = await (await server.app.request('/dev/platform?email=emptyBuyer@example.com')).text();
    expect(emptyBuyer).not.toContain(platformAccountId);
    expect(await force('RTH-0', 'passed')).toBe(404);
  });

  test('the page exists only in the demo', async () => {
    const live = await startTestApp({ environment: { DEMO: '0' } });
    const body = new URLSearchParams({ account: 'RTH-204417', outcome: 'passed' });
    expect((await live.app.request('/dev/platform', { method: 'POST', body })).status).not.toBe(303);
    expect(await (await live.app.request('/dev/platform')).text()).not.toContain('Simulated platform');
    await live.close();
  });
});
