import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { seedDemo } from '#server/firm/seed.ts';
import { evaluateAccountPayout } from '#server/payouts/request/evaluate.ts';
import { refundOrder } from '#shared/firm/contract-corrections.ts';
import { type FigureName, figureNames, figures, officeFigure } from '#shared/firm/contract-figures.ts';
import { officeOverview, queues } from '#shared/firm/contract-office.ts';
import { affiliatesRow, figureRows } from '#shared/firm/figure-rows.ts';
import { type OfficeListName, officeLists } from '#shared/firm/lists.ts';
import type { ListFilter, ListQuery, ListRow } from '#shared/office/define-list.ts';
import { openStatuses } from '#shared/payouts/stages.ts';
import { credit, joinAffiliates, sellThrough } from '../support/affiliates.ts';
import type { TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { fundTrader, signInStaff } from '../support/funded.ts';
import { giveRoles } from '../support/people.ts';
import { startShop } from '../support/shop.ts';

type Row = readonly (string | number | null)[];
type Values = Readonly<Record<string, unknown>>;

let server: TestApp;
let token: string;
let close: () => Promise<void>;

/** Every row that a list shows under a filter, page by page. */
async function readRows(list: OfficeListName, filter: ListFilter): Promise<ListRow[]> {
  const rows: ListRow[] = [];
  let cursor: string | null = null;
  do {
    const query: ListQuery = { ...filter, ...(cursor === null ? {} : { cursor }) };
    const { data }: { data: { rows: unknown[]; older: string | null } } = await client(server)(officeLists[list].page, {
      token,
      query,
    });
    rows.push(...(data.rows as ListRow[]));
    cursor = data.older;
  } while (cursor !== null);
  return rows;
}

const sum = (rows: readonly ListRow[], name: string) => rows.reduce((all, row) => all + Number(row[name]), 0);
/** The columns with the deadline of lists whose rows have one. */
const deadlines: Partial<Record<OfficeListName, string>> = {
  payouts: 'dueAt',
  chargebacks: 'evidenceDueAt',
  tickets: 'replyDueAt',
};

function earliestDeadline(list: OfficeListName, rows: readonly ListRow[]): number | null {
  const times = rows.map((row) => row[deadlines[list] ?? '']).filter((at) => typeof at === 'number');
  return times.length === 0 ? null : Math.min(...times);
}

const count = (rows: readonly ListRow[], is: (row: ListRow) => boolean) => rows.filter(is).length;
const bps = (part: number, whole: number) => (whole === 0 ? null : Math.round((part * 10_000) / whole));

/** The middle of some hours, to a tenth. */
function median(hours: readonly number[]): number | null {
  const sorted = hours.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : Math.round(((low + high) / 2) * 10) / 10;
}

async function hoursTo(rows: readonly ListRow[], statuses: readonly string[]): Promise<number | null> {
  const stages = await server.deps.db.selectFrom('payout_stage').select(['payout_id', 'status', 'at']).execute();
  const hours = rows.flatMap(({ id, at }) => {
    const times = stages.filter((stage) => stage.payout_id === id && statuses.includes(stage.status));
    return times.length === 0 ? [] : [(Math.min(...times.map((stage) => stage.at.getTime())) - at) / 3_600_000];
  });
  return median(hours);
}

async function liabilityOf(rows: readonly ListRow[], isOfAffiliates: boolean): Promise<Values> {
  if (isOfAffiliates) {
    const payable = rows.map(({ availableCents }) => Math.max(0, Number(availableCents)));
    const payableCents = payable.reduce((all, cents) => all + cents, 0);
    return {
      ...{ accounts: rows.length, eligible: payable.filter((cents) => cents >= 5_000).length },
      ...{ requestableCents: payableCents, traderCents: payableCents },
      ...{ openCents: sum(rows, 'reservedCents'), pendingCents: sum(rows, 'pendingCents') },
    };
  }
  const accounts = await server.deps.db.selectFrom('trading_account').selectAll().execute();
  const ids = new Set(rows.map(({ id }) => id));
  const quotes = await Promise.all(
    accounts.filter(({ id }) => ids.has(id)).map((account) => evaluateAccountPayout(server.deps, account)),
  );
  const eligible = quotes.filter((quote) => quote.eligible);
  return {
    ...{ accounts: rows.length, eligible: eligible.length, pendingCents: 0 },
    requestableCents: eligible.reduce((all, quote) => all + quote.availableCents, 0),
    traderCents: eligible.reduce((all, quote) => all + quote.traderCents, 0),
  };
}

/** Each figure's values again, from the rows of the list that it leads to. */
const recompute: Readonly<Record<FigureName, (rows: readonly ListRow[], subject: Row) => Values | Promise<Values>>> = {
  sales: (rows) => ({ orders: rows.length, totalCents: sum(rows, 'totalCents') }),
  refunds: (rows) => ({ refunds: rows.length, totalCents: sum(rows, 'refundedCents') }),
  'pass-rates': async (rows) => {
    // Who passed and was refunded later has passed, though the list then says what ended the account.
    const accounts = await server.deps.db.selectFrom('trading_account').select(['id', 'state']).execute();
    const hasPassed = new Set(accounts.filter(({ state }) => state.passedAt !== null).map(({ id }) => id));
    const passed = count(rows, ({ id }) => hasPassed.has(String(id)));
    const running = count(rows, ({ status }) => ['active', 'locked', 'suspended'].includes(String(status)));
    const failed = rows.length - passed - running;
    return { opened: rows.length, passed, failed, running, passBps: bps(passed, passed + failed) };
  },
  payouts: async (rows) => {
    const paid = rows.filter(({ status }) => status === 'paid');
    return {
      ...{ requested: rows.length, paid: paid.length, paidCents: sum(paid, 'netCents') },
      rejected: count(rows, ({ status }) => status === 'rejected'),
      decisionHours: await hoursTo(rows, ['approved', 'rejected']),
      paidHours: await hoursTo(rows, ['paid']),
    };
  },
  conversion: async (rows) => {
    const orders = await Promise.all(rows.map(({ id }) => readRows('orders', { person: id })));
    const bought = rows.filter(({ at }, index) =>
      orders[index]?.some(({ paidAt }) => paidAt !== null && Number(paidAt) < at + 30 * dayMs),
    ).length;
    const verified = count(rows, ({ status }) => status === 'verified');
    return { registered: rows.length, verified, bought, boughtBps: bps(bought, rows.length) };
  },
  renewals: async (rows) => {
    const paid = await server.deps.db
      .selectFrom('bill')
      .select('subscription_id')
      .where('status', '=', 'paid')
      .execute();
    const renewed = (times: number) =>
      count(rows, ({ id }) => paid.filter((bill) => bill.subscription_id === id).length >= times);
    const [renewed1, renewed2, renewed3, renewed6, renewed12] = [1, 2, 3, 6, 12].map(renewed);
    return { started: rows.length, renewed1, renewed2, renewed3, renewed6, renewed12 };
  },
  liabilities: (rows, [program]) => liabilityOf(rows, program === affiliatesRow),
};

async function readFigure(name: FigureName, range: { from?: string; to?: string } = {}) {
  return (await client(server)(officeFigure, { token, query: { name, ...range } })).data;
}

beforeAll(async () => {
  const shop = await startShop();
  server = shop.server;
  close = () => shop.close();
  await seedDemo(server.deps);
  ({ token } = await signInStaff(server, 'admin', 'finance'));
  const body = { orderId: 'demo-order-classic-50k', refundCents: 14_900, reason: 'goodwill' } as const;
  await client(server)(refundOrder, { body: { ...body, items: ['package'] }, token });
  await server.drain();
  const affiliate = await joinAffiliates(shop);
  await sellThrough(shop, affiliate.code);
  await credit(shop, affiliate.personId, 30_000);
});

afterAll(() => close());

describe('the office’s figures', () => {
  test.each(figureNames)('each row of %s is what the rows it leads to add up to', async (name) => {
    const { rows, from, to } = await readFigure(name, { from: '2025-06-01', to: '2026-03-11' });
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      const { list, filter } = figureRows(name, row, { from, to });
      const values: Values = Object.fromEntries(
        Object.keys(figures[name].columns).map((key, index) => [key, row[index]]),
      );
      expect({ list, filter, ...values }).toMatchObject(await recompute[name](await readRows(list, filter), row));
    }
  });

  test('liabilities sum up what is requested and not paid, and what came back to a closed account', async () => {
    const { rows } = await readFigure('liabilities');
    const payouts = await server.deps.db.selectFrom('payout').selectAll().where('source', '<>', 'affiliate').execute();
    const open = payouts.filter((each) => openStatuses.includes(each.status as never) || each.owed_at !== null);
    const expected = open.reduce((all, { trader_cents }) => all + Number(trader_cents), 0);
    const shown = rows.filter(([program]) => program !== affiliatesRow).map((row) => Number(row[5]));
    expect(shown.reduce((all, cents) => all + cents, 0)).toBe(expected);
  });

  test.each(queues.map((queue) => [queue.list, queue.filter] as const))(
    'the overview counts %s as its list shows them',
    async (list, filter) => {
      const { data } = await client(server)(officeOverview, { token });
      const rows = await readRows(list, filter);
      const oldestAt = rows.length === 0 ? null : Math.min(...rows.map(({ at }) => at));
      expect(data.queues.find((queue) => queue.list === list)).toEqual({
        ...{ list, count: rows.length, more: false, oldestAt, dueAt: earliestDeadline(list, rows) },
      });
    },
  );
});

test('liabilities include live accounts and what affiliates may request', async () => {
  const before = (await readFigure('liabilities')).rows.find(([program]) => program === 'merit') ?? [];
  const trader = await fundTrader(server, { packageId: 'merit-25k' });
  await server.deps.db
    .updateTable('trading_account')
    .set({ phase: 'live' })
    .where('id', '=', trader.accountId)
    .execute();
  const { rows } = await readFigure('liabilities');
  expect(rows.find(([program]) => program === 'merit')?.[1]).toBe(Number(before[1]) + 1);
  // The demo's affiliate, and the one with $300 available and $22.35 of a sale in its waiting period.
  const affiliates = rows.find(([program]) => program === affiliatesRow);
  expect(Number(affiliates?.[3])).toBeGreaterThanOrEqual(30_000);
  expect(Number(affiliates?.[6])).toBeGreaterThanOrEqual(2_235);
});

test('a customer who becomes an affiliate stays in the conversion; staff were never in it', async () => {
  const [week] = (await readFigure('conversion')).rows;
  const trader = await fundTrader(server);
  const [bought] = (await readFigure('conversion')).rows;
  expect(Number(bought?.[3])).toBe(Number(week?.[3]) + 1);
  await giveRoles(server, trader.personId, ['affiliate']);
  expect((await readFigure('conversion')).rows[0]).toEqual(bought);
  await giveRoles(server, trader.personId, ['affiliate', 'support']);
  expect((await readFigure('conversion')).rows[0]).toEqual(week);
});
