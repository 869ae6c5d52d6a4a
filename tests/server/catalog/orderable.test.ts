import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { openAccount } from '#server/accounts/lifecycle/open.ts';
import { startSubscription } from '#server/billing/subscriptions/start.ts';
import { getProduct } from '#server/orders/products/registry.ts';
import { accountDetails } from '#shared/accounts/contract-details.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import * as calls from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { payOrder, signInPerson } from '../support/people.ts';

const { platforms } = readCatalog().packages;

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

const packages = ['classic-50k', 'ascension-50k', 'merit-50k', 'premium-50k', 'trial-classic-50k'] as const;
type PackageId = (typeof packages)[number];

/** Every state an account can be in, as its row stores it. */
const situations = {
  untouched: {},
  running: { traded: true },
  locked: { status: 'locked', traded: true },
  passed: { status: 'passed' },
  'passed and suspended': { status: 'passed', suspended: true },
  'passed and canceled': { status: 'passed', ended: 'canceled' },
  'passed and expired': { status: 'passed', ended: 'expired' },
  activated: { status: 'passed', followed: true },
  breached: { status: 'breached' },
  'breached and suspended': { status: 'breached', suspended: true },
  'breached and canceled': { status: 'breached', ended: 'canceled' },
  suspended: { suspended: true },
  canceled: { ended: 'canceled' },
  funded: { phase: 'funded' },
  'funded with a reset': { phase: 'funded', resets: 1, traded: true },
  'funded and untouched, with a reset': { phase: 'funded', resets: 1 },
  'funded, breached, with a reset': { phase: 'funded', status: 'breached', resets: 1 },
  'funded, reset used': { phase: 'funded', status: 'breached', resets: 0 },
  live: { phase: 'live' },
} as const;

type Situation = keyof typeof situations;
type AccountState = {
  readonly phase?: 'evaluation' | 'funded' | 'live';
  readonly status?: 'active' | 'locked' | 'passed' | 'breached';
  readonly ended?: 'canceled' | 'expired';
  readonly suspended?: boolean;
  readonly followed?: boolean;
  readonly resets?: number;
  readonly traded?: boolean;
};

const tradedDay = { day: '2026-03-10', openBalanceCents: 5_000_000, profitCents: 0, fills: 2, closed: true };

const actions = ['reset', 'renew', 'activate', 'review'] as const;
type Row = Record<(typeof actions)[number], string>;

type Subject = Awaited<ReturnType<typeof openSubject>>;

async function openSubject(packageId: PackageId, platform: PlatformName) {
  const { deps } = server;
  const person = await signInPerson(server);
  const order = { ...(await payOrder(server, person.personId, packageId)), platform };
  await deps.db.updateTable('orders').set({ platform }).where('id', '=', order.id).execute();
  const { accountId } = await openAccount(deps, order);
  const row = await deps.db.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
  const plan = getProduct('evaluation').findPlan(deps.catalog, packageId);
  await deps.db.transaction().execute((trx) => startSubscription(deps, trx, row, plan, accountId));
  const other = await openAccount(deps, await payOrder(server, person.personId, 'classic-25k'));
  const account = deps.db.selectFrom('trading_account').selectAll().where('id', '=', accountId);
  return {
    ...person,
    accountId,
    otherId: other.accountId,
    packageId,
    platform,
    row: await account.executeTakeFirstOrThrow(),
  };
}

async function setState(subject: Subject, state: AccountState): Promise<void> {
  const { deps } = server;
  const { accountId, otherId, row } = subject;
  const now = deps.clock();
  await deps.db
    .updateTable('trading_account')
    .set({
      phase: state.phase ?? row.phase,
      state: JSON.stringify({ ...row.state, status: state.status ?? 'active', days: state.traded ? [tradedDay] : [] }),
      end_reason: state.ended ?? null,
      ended_at: state.ended ? now : null,
      suspended_at: state.suspended ? now : null,
    })
    .where('id', '=', accountId)
    .execute();
  const parent_id = state.followed ? accountId : null;
  await deps.db.updateTable('trading_account').set({ parent_id }).where('id', '=', otherId).execute();
  await deps.db.deleteFrom('funded_account').where('account_id', '=', accountId).execute();
  if (state.resets === undefined) return;
  await deps.db
    .insertInto('funded_account')
    .values({ account_id: accountId, order_id: row.order_id, resets_left: state.resets })
    .execute();
}

function selectionFor(subject: Subject, action: (typeof actions)[number], packageId: string): ProductSelection {
  const { accountId, platform, row } = subject;
  const common = { packageId, platform, accountId, addOns: [], coupon: '' };
  if (action === 'activate') return { kind: 'funded-activation', ...common, platformUser: row.platform_user };
  if (action !== 'review') return { kind: action, ...common };
  return { kind: 'performance-review', packageId: 'performance-review', accountId, addOns: [], coupon: '' };
}

/** Compares the server's quote with the screen's offer for every action: yes or no. */
async function compareOffers(subject: Subject): Promise<{ sold: Row; shown: Row }> {
  const ask = client(server);
  const { token, accountId } = subject;
  const sold: Partial<Row> = {};
  for (const action of actions) {
    const selection = selectionFor(subject, action, subject.packageId);
    const answer = await ask(calls.quoteOrder, { body: { selection }, token });
    sold[action] = answer.response_status === 200 ? 'yes' : 'no';
    expect([200, 409]).toContain(answer.response_status);
  }
  const { data } = await ask(accountDetails, { token, query: { accountId } });
  const shown = Object.fromEntries(
    data.actions.map(({ action, blockedReason }) => [action, blockedReason === null ? 'yes' : 'no']),
  );
  return { sold: sold as Row, shown: { ...shown } as Row };
}

/** In a program whose resets and renewals are sold. */
const renewed: Partial<Record<Situation, string>> = {
  untouched: 'renew',
  running: 'reset renew review',
  locked: 'reset renew review',
  passed: 'activate',
  'passed and suspended': 'renew',
  'passed and canceled': 'activate',
  breached: 'reset renew',
  'breached and suspended': 'renew',
  suspended: 'renew',
  'funded with a reset': 'reset renew review',
  'funded and untouched, with a reset': 'renew',
  'funded, breached, with a reset': 'reset renew',
  funded: 'renew',
  'funded, reset used': 'renew',
  live: 'renew',
};

/** Worked out by hand: which of reset, renew and activate can be ordered in each situation. */
const expected: Readonly<Record<PackageId, Partial<Record<Situation, string>>>> = {
  'classic-50k': renewed,
  'premium-50k': renewed,
  'ascension-50k': {
    running: 'reset review',
    locked: 'reset review',
    passed: 'activate',
    'passed and canceled': 'activate',
    breached: 'reset',
    'funded with a reset': 'reset review',
    'funded, breached, with a reset': 'reset',
  },
  'merit-50k': {
    running: 'review',
    locked: 'review',
    'funded with a reset': 'reset review',
    'funded, breached, with a reset': 'reset',
  },
  'trial-classic-50k': { running: 'review', locked: 'review', 'funded with a reset': 'review' },
};

describe.each(packages.flatMap((packageId) => platforms.map((platform) => ({ packageId, platform }))))(
  '$packageId on $platform',
  ({ packageId, platform }) => {
    test('the server sells exactly what the screen offers, in every phase', async () => {
      const subject = await openSubject(packageId, platform);
      const found: Partial<Record<Situation, string>> = {};
      for (const name of Object.keys(situations) as Situation[]) {
        await setState(subject, situations[name]);
        const { sold, shown } = await compareOffers(subject);
        expect(shown, name).toMatchObject(sold);
        const possible = actions.filter((action) => sold[action] === 'yes');
        if (possible.length > 0) found[name] = possible.join(' ');
      }
      expect(found).toEqual(expected[packageId]);
    });
  },
);

test('a passed trial can’t be activated under any package', async () => {
  const subject = await openSubject('trial-classic-50k', 'rithmic');
  const ask = client(server);
  const tryAs = async (action: 'activate' | 'reset', packageId: string) => {
    const selection = selectionFor(subject, action, packageId);
    return (await ask(calls.quoteOrder, { body: { selection }, token: subject.token })).response_status;
  };
  await setState(subject, { status: 'passed' });
  expect([await tryAs('activate', 'classic-50k'), await tryAs('activate', 'trial-classic-50k')]).toEqual([404, 409]);
  await setState(subject, { status: 'passed', ended: 'expired' });
  expect([await tryAs('activate', 'classic-50k'), await tryAs('activate', 'trial-classic-50k')]).toEqual([404, 409]);
  await setState(subject, { status: 'breached' });
  expect([await tryAs('reset', 'classic-50k'), await tryAs('reset', 'trial-classic-50k')]).toEqual([404, 409]);
});
