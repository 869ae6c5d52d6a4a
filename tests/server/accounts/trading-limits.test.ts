import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { suspendAccount } from '#server/accounts/access/suspend.ts';
import { closeTradingDay } from '#server/accounts/feed/close-day.ts';
import { resetAccount } from '#server/accounts/lifecycle/reset.ts';
import { tickTraders } from '#server/accounts/simulator/simulated-traders.ts';
import { matchOpenAccounts } from '#server/trading/match.ts';
import type { Contract } from '#shared/exchange/contract-month.ts';
import { instrumentCodes } from '#shared/exchange/instruments.ts';
import { decideHalt, requestHalt, requestHaltEnd } from '#shared/risk/contract-halts.ts';
import * as calls from '#shared/trading/contract.ts';
import { knownPrices, startTestApp, type TestApp, testStart } from '../support/app.ts';
import { openCopyGroup } from '../support/copier.ts';
import { fundTrader, signInStaff } from '../support/funded.ts';
import { signInPerson } from '../support/people.ts';
import {
  findFrame,
  june,
  newRequestId,
  openTerminal,
  placed,
  quoteAt,
  runUntil,
  terminalOf,
} from '../support/terminal.ts';
import { play, trade } from '../support/trading.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.close());

type Refused = { readonly response_status: number; readonly error_code?: string | undefined };

const codeOf = ({ response_status, error_code }: Refused) => [response_status, error_code];

/** A Wednesday after a week of history. */
const startServer = () => startTestApp({ environment: knownPrices, startAt: testStart + 7 * dayMs });

/** An earlier trade of today with the given result in ES ticks of $12.50. */
async function playToday(server: TestApp, accountId: string, resultTicks: number) {
  await play(server, accountId, trade(server.clock.now().getTime() - 20 * minuteMs, resultTicks));
}

describe('the contract limit', () => {
  test('counts positions, working orders, minis and micros, and reports what is left', async () => {
    const terminal = await openTerminal(server);
    await placed(terminal.place({ quantity: 3 }));
    await placed(terminal.place({ type: 'limit', priceTicks: terminal.quote().bidTicks - 300 }));
    const refused = await terminal.place({ quantity: 2 });
    expect(codeOf(refused)).toEqual([409, 'trading_contract_limit']);
    // Three fees of $2.04 are gone from the $2,000 above the floor.
    const remaining = { maxContracts: 5, contracts: 1, quantity: 1, cents: 200_000 - 3 * 204 };
    expect(refused.data).toEqual({ rule: 'contract-limit', remaining });
    const micros = await terminal.place({ instrument: 'MES', quantity: 11 });
    expect(micros.data).toMatchObject({ rule: 'contract-limit', remaining: { contracts: 1, quantity: 10 } });
    await placed(terminal.place({ instrument: 'MES', quantity: 10 }));
    await placed(terminal.place({ side: 'sell', quantity: 3 }));
  });

  test('also applies when a working order is changed', async () => {
    const terminal = await openTerminal(server);
    const { order } = await placed(terminal.place({ type: 'limit', priceTicks: terminal.quote().bidTicks - 300 }));
    const dataAt = terminal.now();
    const change = { orderId: order.id, dataAt };
    const refused = await terminal.send(calls.changeTradingOrder, { ...change, quantity: 6 });
    expect(codeOf(refused)).toEqual([409, 'trading_contract_limit']);
    const changed = await terminal.send(calls.changeTradingOrder, { ...change, quantity: 5 });
    expect(changed.response_status).toBe(200);
  });
});

describe('a spread of one product', () => {
  const september: Contract = { instrument: 'ES', month: '2026-09' };

  test('is refused to an account of rules v2 and allowed to one of v1', async () => {
    for (const [version, expected] of [
      ['v1', [200, undefined]],
      ['v2', [409, 'trading_spread']],
    ] as const) {
      const terminal = await openTerminal(server);
      await server.deps.db
        .updateTable('trading_account')
        .set({ rules_version: version })
        .where('id', '=', terminal.account)
        .execute();
      await placed(terminal.place());
      expect(codeOf(await terminal.place({ ...september, side: 'sell' }))).toEqual(expected);
      expect(codeOf(await terminal.place({ instrument: 'MES', month: '2026-06', side: 'sell' }))).toEqual(expected);
      expect((await terminal.place({ ...september, side: 'buy' })).response_status).toBe(200);
    }
  });
});

describe('prices older than two seconds', () => {
  test('block an entry and a reversal, but never an exit', async () => {
    const terminal = await openTerminal(server);
    await placed(terminal.place({ dataAt: terminal.now() - 2_000 }));
    const stale = { dataAt: terminal.now() - 2_001 };
    expect(codeOf(await terminal.place(stale))).toEqual([409, 'trading_stale_data']);
    expect(codeOf(await terminal.place({ dataAt: terminal.now() + 2_001 }))).toEqual([409, 'trading_stale_data']);
    const reversed = await terminal.send(calls.reversePosition, { ...stale, ...june, requestId: newRequestId() });
    expect(codeOf(reversed)).toEqual([409, 'trading_stale_data']);
    await placed(terminal.place({ ...stale, side: 'sell' }));
    await placed(terminal.place());
    const flat = await terminal.send(calls.flattenPositions, { requestId: newRequestId() });
    expect([flat.response_status, await terminal.held()]).toEqual([200, []]);
  });
});

test('too many orders within a minute never block an exit', async () => {
  const limited = await startTestApp({ environment: knownPrices, limits: 'on' });
  onTestFinished(() => limited.close());
  const terminal = await openTerminal(limited);
  await placed(terminal.place());
  for (let uses = 1; uses < 300; uses += 1) await limited.deps.limits.take('trading', terminal.personId);
  expect(codeOf(await terminal.place())).toEqual([429, 'too_many']);
  expect((await terminal.send(calls.cancelTradingOrders, {})).response_status).toBe(200);
  const flat = await terminal.send(calls.flattenPositions, { requestId: newRequestId() });
  expect([flat.response_status, await terminal.held()]).toEqual([200, []]);
});

describe('trading in the terminal', () => {
  // A day passes in it, for which the matcher would also go through the other tests' orders.
  let server: TestApp;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  test('can reach the soft daily limit, which closes the position and locks the account until the next trading day', async () => {
    const terminal = await openTerminal(server, 'merit-50k');
    // $950 of the day's $1,000; the fee of two contracts, $4.08 on each side, and two ticks are the rest.
    await playToday(server, terminal.account, -76);
    const { order } = await placed(terminal.place({ quantity: 2, bracket: { targetTicks: 400, stopTicks: 400 } }));
    const entryTicks = order.fillTicks ?? 0;
    const touched = findFrame(server, terminal.now(), ({ bidTicks }) => bidTicks <= entryTicks - 2);
    await runUntil(server, touched.at);
    const { rules, balanceCents, orders } = await terminal.read();
    expect(rules.status).toBe('locked');
    expect(balanceCents).toBe(5_000_000 - 95_000 - 816 + 2 * (touched.quote.bidTicks - entryTicks) * 1_250);
    expect(await terminal.held()).toEqual([]);
    expect(orders.filter(({ parentId }) => parentId).map(({ reason }) => reason)).toEqual(
      Array(2).fill('account-stopped'),
    );
    expect(codeOf(await terminal.place())).toEqual([409, 'trading_locked']);
    await server.clock.advance(dayMs);
    await placed(terminal.place());
    await terminal.send(calls.flattenPositions, { requestId: newRequestId() });
  });

  test('can breach the account, which then accepts no orders', async () => {
    const terminal = await openTerminal(server);
    // $1,950 of the $2,000; the spread of four contracts is at least $50.
    await playToday(server, terminal.account, -156);
    const { order } = await placed(terminal.place({ quantity: 4 }));
    const limit = await terminal.place({ type: 'limit', priceTicks: terminal.quote().bidTicks - 300 });
    expect(limit.response_status).toBe(200);
    const entryTicks = order.fillTicks ?? 0;
    const touched = findFrame(server, terminal.now(), ({ bidTicks }) => bidTicks < entryTicks);
    await runUntil(server, touched.at);
    expect((await terminal.read()).rules).toMatchObject({ status: 'breached', stage: 'breached' });
    expect([await terminal.held(), await terminal.working()]).toEqual([[], []]);
    expect(codeOf(await terminal.place())).toEqual([409, 'trading_over']);
  });

  test('can pass the evaluation', async () => {
    const terminal = await openTerminal(server);
    const history = [0, 1, 2, 5, 6].flatMap((day, index) => trade(testStart + day * dayMs, index === 0 ? 48 : 47));
    await play(server, terminal.account, history);
    // From here the price rises at once, so that the floor doesn't decide first.
    const rising = findFrame(server, terminal.now(), ({ askTicks }, at) =>
      Array.from({ length: 60 }, (_, index) => quoteAt(server, at + index * 1_000)).some(
        ({ bidTicks }, index, quotes) =>
          bidTicks >= askTicks + 2 && quotes.slice(0, index).every((quote) => quote.bidTicks > askTicks - 5),
      ),
    );
    await runUntil(server, rising.at);
    // Five days and $2,950 of the $3,000; two ticks of five contracts are $125, the fees $20.40.
    const { order } = await placed(terminal.place({ quantity: 5, bracket: { targetTicks: 2, stopTicks: null } }));
    const targetTicks = (order.fillTicks ?? 0) + 2;
    const touched = findFrame(server, terminal.now(), ({ bidTicks }) => bidTicks >= targetTicks);
    await runUntil(server, touched.at);
    expect((await terminal.read()).balanceCents).toBe(5_000_000 + 295_000 + 12_500 - 2_040);
    await server.clock.advance(dayMs);
    await closeTradingDay(server.deps);
    expect((await terminal.read()).rules).toMatchObject({ status: 'passed', stage: 'passed' });
    expect(codeOf(await terminal.place())).toEqual([409, 'trading_over']);
  });
});

describe('an account that can’t open positions', () => {
  test('because it is suspended can close them, and its working entries are canceled', async () => {
    const terminal = await openTerminal(server);
    await placed(terminal.place({ bracket: { targetTicks: 400, stopTicks: 400 } }));
    const entry = await placed(terminal.place({ type: 'limit', priceTicks: terminal.quote().bidTicks - 300 }));
    await server.deps.db
      .transaction()
      .execute((trx) =>
        suspendAccount(server.deps, trx, { accountId: terminal.account, source: 'test:1', reason: 'past-due' }),
      );
    expect(codeOf(await terminal.place())).toEqual([409, 'trading_suspended']);
    await matchOpenAccounts(server.deps);
    expect(await terminal.order(entry.order.id)).toMatchObject({ status: 'canceled', reason: 'suspended' });
    expect((await terminal.working()).map(({ role }) => role).sort()).toEqual(['protective-stop', 'target']);
    await placed(terminal.place({ side: 'sell' }));
    expect([await terminal.held(), await terminal.working()]).toEqual([[], []]);
  });

  test('because a risk manager closed its position keeps no bracket', async () => {
    const terminal = await openTerminal(server);
    await placed(terminal.place({ bracket: { targetTicks: 400, stopTicks: 400 } }));
    await server.deps.db
      .transaction()
      .execute((trx) =>
        suspendAccount(server.deps, trx, { accountId: terminal.account, source: 'risk:1', reason: 'risk' }),
      );
    await server.drain();
    await server.clock.advance(1_000);
    await tickTraders(server.deps);
    expect(await terminal.held()).toEqual([]);
    await matchOpenAccounts(server.deps);
    expect(await terminal.working()).toEqual([]);
  });

  test('is flattened by a risk manager even while all instruments are halted', async () => {
    const terminal = await openTerminal(server);
    await placed(terminal.place({ instrument: 'NQ' }));
    await server.deps.db
      .transaction()
      .execute((trx) =>
        suspendAccount(server.deps, trx, { accountId: terminal.account, source: 'risk:2', reason: 'risk' }),
      );
    await server.drain();
    await server.deps.db
      .updateTable('simulated_account')
      .set({ halted_instruments: JSON.stringify(instrumentCodes) })
      .where('account_id', '=', terminal.account)
      .execute();
    await server.clock.advance(1_000);
    await tickTraders(server.deps);
    expect(await terminal.held()).toEqual([]);
  });

  test('because an instrument is halted can trade others', async () => {
    const terminal = await openTerminal(server);
    const [first, second] = [await signInStaff(server, 'risk_manager'), await signInStaff(server, 'risk_manager')];
    const text = { textEn: 'Late.', textFr: 'Retard.', textPt: 'Atraso.' };
    const target = 'instrument:ES' as const;
    const halt = await terminal.ask(requestHalt, { token: first.token, body: { target, ...text } });
    const { haltId } = halt.data;
    const approve = { token: second.token, body: { haltId, decision: 'approve' } } as const;
    await terminal.ask(decideHalt, approve);
    expect(codeOf(await terminal.place())).toEqual([409, 'trading_halted']);
    await placed(terminal.place({ instrument: 'NQ' }));
    await terminal.ask(requestHaltEnd, { token: first.token, body: { haltId } });
    await terminal.ask(decideHalt, approve);
    await placed(terminal.place());
  });

  test('because a payout is under review reports this reason', async () => {
    const trader = await fundTrader(server);
    const requested = await trader.request(40_000);
    expect(requested.response_status).toBe(200);
    const terminal = terminalOf(server, { ...trader, account: trader.accountId });
    expect(codeOf(await terminal.place())).toEqual([409, 'trading_payout_review']);
  });

  test('because Thor copies to it can’t be flattened by hand, but is flattened with its leader', async () => {
    const group = await openCopyGroup(server);
    const follower = terminalOf(server, { ...group, account: group.ids[0] ?? '' });
    expect(codeOf(await follower.place())).toEqual([409, 'trading_copied']);
    const leader = terminalOf(server, { ...group, account: group.leaderId });
    await placed(leader.place());
    await group.copy();
    expect(await follower.held()).toEqual([['ES', 1]]);
    const flatten = await follower.send(calls.flattenPositions, { requestId: newRequestId() });
    expect(codeOf(flatten)).toEqual([409, 'trading_copied']);
    await leader.send(calls.flattenPositions, { requestId: newRequestId() });
    await group.copy();
    expect(await follower.held()).toEqual([]);
  });

  test('because its platform has closed it refuses orders and changes, but accepts cancellations', async () => {
    const terminal = await openTerminal(server);
    const farOrder = { type: 'limit', priceTicks: terminal.quote().bidTicks - 300 } as const;
    const { order } = await placed(terminal.place(farOrder));
    await server.deps.db.deleteFrom('simulated_trader').where('account_id', '=', terminal.account).execute();
    const change = { orderId: order.id, priceTicks: farOrder.priceTicks - 1, dataAt: terminal.now() };
    const answers = [
      await terminal.place(),
      await terminal.place(farOrder),
      await terminal.send(calls.changeTradingOrder, change),
    ];
    expect(answers.map(codeOf)).toEqual(Array(3).fill([409, 'trading_unavailable']));
    expect(await terminal.order(order.id)).toMatchObject({ status: 'working', priceTicks: farOrder.priceTicks });
    const requestId = newRequestId();
    expect((await terminal.send(calls.flattenPositions, { requestId })).response_status).toBe(200);
    expect([await terminal.held(), await terminal.working()]).toEqual([[], []]);
  });

  test('because it was reset starts again without orders', async () => {
    const terminal = await openTerminal(server);
    const { order } = await placed(terminal.place({ type: 'limit', priceTicks: terminal.quote().bidTicks - 300 }));
    await placed(terminal.place({ bracket: { targetTicks: 400, stopTicks: 400 } }));
    await resetAccount(server.deps, terminal.account, 'reset-1');
    expect(await terminal.order(order.id)).toMatchObject({ status: 'canceled', reason: 'reset' });
    expect([await terminal.held(), await terminal.working()]).toEqual([[], []]);
    expect((await terminal.read()).balanceCents).toBe(5_000_000);
  });
});

describe('another person', () => {
  test('can neither read nor trade the account', async () => {
    const terminal = await openTerminal(server);
    const { order } = await placed(terminal.place({ type: 'limit', priceTicks: terminal.quote().bidTicks - 300 }));
    const stranger = terminalOf(server, { ...terminal, ...(await signInPerson(server)) });
    const dataAt = terminal.now();
    const requestId = newRequestId();
    const answers = [
      await stranger.place(),
      await stranger.ask(calls.fetchTrading, { token: stranger.token, query: { account: terminal.account } }),
      await stranger.send(calls.changeTradingOrder, { orderId: order.id, quantity: 2, dataAt }),
      await stranger.send(calls.cancelTradingOrder, { orderId: order.id }),
      await stranger.send(calls.cancelTradingOrders, {}),
      await stranger.send(calls.flattenPositions, { requestId }),
      await stranger.send(calls.reversePosition, { ...june, requestId, dataAt }),
    ];
    expect(answers.map(({ response_status }) => response_status)).toEqual(Array(7).fill(404));
    // Nor through an account of their own.
    const other = await openTerminal(server);
    const canceled = await other.send(calls.cancelTradingOrder, { orderId: order.id });
    expect(canceled.response_status).toBe(404);
    expect(await terminal.order(order.id)).toMatchObject({ status: 'working' });
  });
});

describe('an order', () => {
  test.each([
    ['a month that isn’t listed', { month: '2026-04' }, 'month'],
    ['an expired month', { month: '2026-03' }, 'month'],
    ['a month too far ahead', { month: '2027-06' }, 'month'],
    ['a limit order without a price', { type: 'limit' }, 'priceTicks'],
    ['no contracts', { quantity: 0 }, 'quantity'],
  ])('with %s gets a 422 that names the field', async (_, order, field) => {
    const terminal = await openTerminal(server);
    const refused = await terminal.place(order);
    expect(refused.response_status).toBe(422);
    expect(Object.keys(refused.validation_errors)).toEqual([field]);
  });
});
