import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { listAccounts } from '#server/accounts/details/list.ts';
import { followAccounts } from '#server/accounts/details/stream.ts';
import { tickTraders } from '#server/accounts/simulator/simulated-traders.ts';
import { startSimulation } from '#shared/accounts/contract.ts';
import { updatePersonalStop } from '#shared/accounts/contract-personal-stop.ts';
import { noLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import { chicagoClock } from '#shared/exchange/chicago.ts';
import { exportProfile } from '#shared/people/contract-profile.ts';
import * as calls from '#shared/trading/contract.ts';
import { eventually } from '../../support/eventually.ts';
import { knownPrices, startTestApp, swingStart, type TestApp } from '../support/app.ts';
import { findFrame, june, newRequestId, openTerminal, placed, runUntil } from '../support/terminal.ts';
import { play, trade } from '../support/trading.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ environment: knownPrices, startAt: swingStart });
});

afterAll(() => server.close());

/** The fee for one side of one ES contract, and the value of its tick. */
const feeCents = 204;
const tickCents = 1_250;

describe('a market order', () => {
  test('fills at the ask of the current frame, and is marked at the bid', async () => {
    const terminal = await openTerminal(server);
    const { askTicks, bidTicks } = terminal.quote();
    const { order, trading } = await placed(terminal.place({ quantity: 2 }));
    expect(order).toMatchObject({ status: 'filled', fillTicks: askTicks, feeCents: 2 * feeCents, priceTicks: null });
    expect(trading.positions).toMatchObject([{ instrument: 'ES', quantity: 2, costTicks: 2 * askTicks }]);
    expect(trading.balanceCents).toBe(5_000_000 - 2 * feeCents);
    // The next mark shows what closing would bring: the spread is lost.
    const next = findFrame(server, terminal.now(), () => true);
    await runUntil(server, next.at);
    const after = await terminal.read();
    const expected = 5_000_000 - 2 * feeCents + 2 * (next.quote.bidTicks - askTicks) * tickCents;
    expect(after.equityCents).toBe(expected);
    expect(bidTicks).toBeLessThan(askTicks);
  });

  test('to sell fills at the bid', async () => {
    const terminal = await openTerminal(server);
    const { bidTicks } = terminal.quote();
    const { order } = await placed(terminal.place({ side: 'sell' }));
    expect(order).toMatchObject({ status: 'filled', fillTicks: bidTicks });
  });
});

describe('a working order', () => {
  test('to buy at a limit fills at its price in the first frame whose ask reaches it', async () => {
    const terminal = await openTerminal(server);
    const priceTicks = terminal.quote().askTicks - 6;
    const { order } = await placed(terminal.place({ type: 'limit', priceTicks }));
    expect(order).toMatchObject({ status: 'working', priceTicks });
    const touched = findFrame(server, terminal.now(), ({ askTicks }) => askTicks <= priceTicks);
    await runUntil(server, touched.at - 250);
    expect(await terminal.order(order.id)).toMatchObject({ status: 'working' });
    await runUntil(server, touched.at + 5_000);
    expect(await terminal.order(order.id)).toMatchObject({
      ...{ status: 'filled', fillTicks: priceTicks, doneAt: touched.at },
    });
  });

  test('with a limit through the market fills at once at the better price', async () => {
    const terminal = await openTerminal(server);
    const { askTicks } = terminal.quote();
    const { order } = await placed(terminal.place({ type: 'limit', priceTicks: askTicks + 10 }));
    expect(order).toMatchObject({ status: 'filled', fillTicks: askTicks });
  });

  test('of type stop fills at the best opposite price of the frame that touches it', async () => {
    const terminal = await openTerminal(server);
    const priceTicks = terminal.quote().bidTicks - 5;
    const { order } = await placed(terminal.place({ side: 'sell', type: 'stop', priceTicks }));
    const touched = findFrame(server, terminal.now(), ({ bidTicks }) => bidTicks <= priceTicks);
    await runUntil(server, touched.at + 60_000);
    expect(await terminal.order(order.id)).toMatchObject({
      ...{ status: 'filled', fillTicks: touched.quote.bidTicks, doneAt: touched.at },
    });
  });

  test('with a stop price that the market has already reached is refused', async () => {
    const terminal = await openTerminal(server);
    const { askTicks } = terminal.quote();
    const refused = await terminal.place({ type: 'stop', priceTicks: askTicks });
    expect([refused.response_status, refused.error_code]).toEqual([409, 'trading_stop_reached']);
  });

  test('can be changed, and then fills at its new price', async () => {
    const terminal = await openTerminal(server);
    const { askTicks } = terminal.quote();
    const { order } = await placed(terminal.place({ type: 'limit', priceTicks: askTicks - 400 }));
    const dataAt = terminal.now();
    const change = { orderId: order.id, priceTicks: askTicks - 4, quantity: 2, dataAt };
    const changed = await terminal.send(calls.changeTradingOrder, change);
    expect(changed.response_status).toBe(200);
    const touched = findFrame(server, terminal.now(), (quote) => quote.askTicks <= askTicks - 4);
    await runUntil(server, touched.at);
    expect(await terminal.order(order.id)).toMatchObject({ status: 'filled', quantity: 2, fillTicks: askTicks - 4 });
    const late = await terminal.send(calls.changeTradingOrder, { ...change, dataAt: terminal.now() });
    expect([late.response_status, late.error_code]).toEqual([409, 'trading_order_done']);
  });

  test('is unchanged when it is canceled a second time', async () => {
    const terminal = await openTerminal(server);
    const { order } = await placed(terminal.place({ type: 'limit', priceTicks: terminal.quote().askTicks - 400 }));
    await terminal.send(calls.cancelTradingOrder, { orderId: order.id });
    const before = await terminal.order(order.id);
    expect(before).toMatchObject({ status: 'canceled', reason: 'canceled' });
    await server.clock.advance(1_000);
    const again = await terminal.send(calls.cancelTradingOrder, { orderId: order.id });
    expect(again.response_status).toBe(200);
    expect(await terminal.order(order.id)).toEqual(before);
  });
});

describe('a trader’s own limits', () => {
  test('cap the contracts of orders that open, and never an exit', async () => {
    const terminal = await openTerminal(server);
    await placed(terminal.place({ quantity: 2 }));
    await terminal.send(updatePersonalStop, { ...noLimits, accountId: await terminal.accountId(), maxContracts: 1 });
    const refused = await terminal.place({ quantity: 1 });
    expect([refused.response_status, refused.error_code]).toEqual([409, 'trading_contract_limit']);
    const { trading } = await placed(terminal.place({ side: 'sell', quantity: 1 }));
    expect(trading.rules.maxContracts).toBe(1);
  });

  test('keep positions from being opened outside their hours, cancel working entries and let positions be closed', async () => {
    const terminal = await openTerminal(server);
    await placed(terminal.place({}));
    const { order } = await placed(terminal.place({ type: 'limit', priceTicks: terminal.quote().askTicks - 400 }));
    // Hours that end in the minute before: Tuesday's day began at 17:00 in Chicago.
    const { minutes } = chicagoClock(terminal.now());
    const hours = { from: 17 * 60, until: Math.floor(minutes) };
    await terminal.send(updatePersonalStop, { ...noLimits, accountId: await terminal.accountId(), hours });
    const refused = await terminal.place({});
    expect([refused.response_status, refused.error_code]).toEqual([409, 'trading_personal_stop']);
    await runUntil(server, terminal.now() + 60_000);
    expect(await terminal.order(order.id)).toMatchObject({ status: 'canceled' });
    await placed(terminal.place({ side: 'sell' }));
  });

  test('reject an order that adds to a losing position, and take one that adds to a winning one', async () => {
    const terminal = await openTerminal(server);
    const { order: first } = await placed(terminal.place({}));
    const priceTicks = terminal.quote().askTicks - 8;
    const { order: lower } = await placed(terminal.place({ type: 'limit', priceTicks }));
    const entryTicks = first.status === 'filled' ? (first.fillTicks ?? 0) : 0;
    await terminal.send(updatePersonalStop, {
      ...{ ...noLimits, accountId: await terminal.accountId(), noAveragingDown: true },
    });
    const wins = findFrame(server, terminal.now(), ({ askTicks }) => askTicks > entryTicks);
    const loses = findFrame(server, terminal.now(), ({ askTicks }) => askTicks < priceTicks);
    const tryAt = {
      wins: async () => {
        await runUntil(server, wins.at);
        expect((await placed(terminal.place({}))).order).toMatchObject({ status: 'filled' });
      },
      loses: async () => {
        await runUntil(server, loses.at);
        const rejected = { status: 'rejected', reason: 'averaging-down' };
        expect(await terminal.order(lower.id)).toMatchObject(rejected);
        expect((await placed(terminal.place({}))).order).toMatchObject(rejected);
      },
    };
    for (const next of wins.at < loses.at ? (['wins', 'loses'] as const) : (['loses', 'wins'] as const))
      await tryAt[next]();
    // Turning the position around adds nothing to it.
    const { trading } = await placed(terminal.place({ side: 'sell', quantity: 3 }));
    expect(trading.positions).toMatchObject([{ quantity: -1 }]);
  });
});

describe('the account stream', () => {
  test('sends the cancellation of an order without fills', async () => {
    const terminal = await openTerminal(server);
    const { personId, sessionId } = terminal;
    const { order } = await placed(terminal.place({ type: 'limit', priceTicks: terminal.quote().askTicks - 400 }));
    const before = (await terminal.read()).ordersRevision;
    const stop = new AbortController();
    const revisions: number[] = [];
    const follower = {
      send: async ({ ordersRevision }: { ordersRevision: number }) => {
        revisions.push(ordersRevision);
      },
      beat: async () => undefined,
    };
    const actor = { personId, sessionId, email: '', verified: true, roles: [], hasSecondFactor: false };
    const following = followAccounts(server.deps, actor, follower, stop.signal);
    await eventually('the first message', () => expect(revisions).toEqual([before]));
    await terminal.send(calls.cancelTradingOrder, { orderId: order.id });
    await eventually('the cancellation', () => expect(revisions).toEqual([before, before + 1]));
    stop.abort();
    await following;
  });
});

describe('a profile export', () => {
  test('contains the person’s orders', async () => {
    const terminal = await openTerminal(server);
    const { order } = await placed(terminal.place());
    // An export requires reauthentication.
    const proven = { confirmed_at: server.clock.now() };
    await server.deps.db.updateTable('session').set(proven).where('id', '=', terminal.sessionId).execute();
    const { data } = await terminal.ask(exportProfile, { token: terminal.token });
    expect((data as { tradingOrders: { id: string }[] }).tradingOrders).toMatchObject([{ id: order.id }]);
  });
});

describe('a bracket', () => {
  const bracket = { targetTicks: 8, stopTicks: 8 };

  test('surrounds the fill, and the order that fills first cancels the other and leaves the account flat', async () => {
    const terminal = await openTerminal(server);
    const { order } = await placed(terminal.place({ quantity: 2, bracket }));
    const entryTicks = order.fillTicks ?? 0;
    const working = await terminal.working();
    expect(
      working
        .map(({ role, type, side, quantity, priceTicks, parentId }) => [
          role,
          type,
          side,
          quantity,
          priceTicks,
          parentId,
        ])
        .sort(),
    ).toEqual([
      ['protective-stop', 'stop', 'sell', 2, entryTicks - 8, order.id],
      ['target', 'limit', 'sell', 2, entryTicks + 8, order.id],
    ]);
    const touched = findFrame(
      server,
      terminal.now(),
      ({ bidTicks }) => bidTicks <= entryTicks - 8 || bidTicks >= entryTicks + 8,
    );
    await runUntil(server, touched.at + 1_000);
    expect(await terminal.held()).toEqual([]);
    const wins = touched.quote.bidTicks > entryTicks;
    const done = (await terminal.read()).orders.filter(({ parentId }) => parentId === order.id);
    expect(done.map(({ role, status, reason, fillTicks }) => [role, status, reason, fillTicks]).sort()).toEqual(
      [
        ['protective-stop', wins ? 'canceled' : 'filled', wins ? 'oco' : null, wins ? null : touched.quote.bidTicks],
        ['target', wins ? 'filled' : 'canceled', wins ? null : 'oco', wins ? entryTicks + 8 : null],
      ].sort(),
    );
  });

  test('shrinks with its position and ends with it', async () => {
    const terminal = await openTerminal(server);
    const farBracket = { targetTicks: 400, stopTicks: 400 };
    await placed(terminal.place({ quantity: 3, bracket: farBracket }));
    await placed(terminal.place({ side: 'sell', quantity: 1 }));
    expect((await terminal.working()).map(({ quantity }) => quantity)).toEqual([2, 2]);
    await placed(terminal.place({ side: 'sell', quantity: 2 }));
    expect(await terminal.working()).toEqual([]);
    expect(await terminal.held()).toEqual([]);
  });
});

describe('linked orders', () => {
  test('cancel the other when one fills', async () => {
    const terminal = await openTerminal(server);
    const { askTicks, bidTicks } = terminal.quote();
    const first = await placed(terminal.place({ type: 'limit', priceTicks: bidTicks - 300 }));
    const ocoWith = first.order.id;
    const second = await placed(terminal.place({ type: 'limit', priceTicks: askTicks - 4, ocoWith }));
    const touched = findFrame(server, terminal.now(), (quote) => quote.askTicks <= askTicks - 4);
    await runUntil(server, touched.at);
    expect(await terminal.order(second.order.id)).toMatchObject({ status: 'filled' });
    expect(await terminal.order(first.order.id)).toMatchObject({ status: 'canceled', reason: 'oco' });
  });
});

test('a third order can’t be linked to two linked orders, which count once toward the limit', async () => {
  const terminal = await openTerminal(server);
  const priceTicks = terminal.quote().bidTicks - 300;
  const first = await placed(terminal.place({ type: 'limit', priceTicks, quantity: 5 }));
  const ocoWith = first.order.id;
  await placed(terminal.place({ type: 'limit', priceTicks, quantity: 5, ocoWith }));
  const third = await terminal.place({ type: 'limit', priceTicks, quantity: 5, ocoWith });
  expect([third.response_status, Object.keys(third.validation_errors)]).toEqual([422, ['ocoWith']]);
  expect(await terminal.working()).toHaveLength(2);
});

test('a market order can’t be linked, because its fill would only cancel the other order', async () => {
  const terminal = await openTerminal(server);
  const first = await placed(terminal.place({ type: 'limit', priceTicks: terminal.quote().bidTicks - 300 }));
  const second = await terminal.place({ ocoWith: first.order.id });
  expect([second.response_status, Object.keys(second.validation_errors)]).toEqual([422, ['ocoWith']]);
  expect(await terminal.working()).toHaveLength(1);
});

describe('flattening', () => {
  test('closes the position at the bid, cancels working orders and does nothing when it is repeated', async () => {
    const terminal = await openTerminal(server);
    await placed(terminal.place({ quantity: 2, bracket: { targetTicks: 300, stopTicks: 300 } }));
    await placed(terminal.place({ type: 'limit', priceTicks: terminal.quote().bidTicks - 300 }));
    const body = { requestId: newRequestId() };
    const { bidTicks } = terminal.quote();
    const flat = await terminal.send(calls.flattenPositions, body);
    const again = await terminal.send(calls.flattenPositions, body);
    expect(again.data.orderId).toBe(flat.data.orderId);
    expect(await terminal.order(flat.data.orderId ?? '')).toMatchObject({
      ...{ role: 'flatten', side: 'sell', quantity: 2, status: 'filled', fillTicks: bidTicks },
    });
    expect([await terminal.held(), await terminal.working()]).toEqual([[], []]);
  });
});

describe('a reversal', () => {
  test('turns the position over with one order, once per request', async () => {
    const terminal = await openTerminal(server);
    await placed(terminal.place({ quantity: 2 }));
    const body = { requestId: newRequestId(), ...june, dataAt: terminal.now() };
    const reversed = await terminal.send(calls.reversePosition, body);
    expect(reversed.response_status).toBe(200);
    await terminal.send(calls.reversePosition, body);
    expect(await terminal.held()).toEqual([['ES', -2]]);
  });

  test('is refused for an expired month, because it would open a position', async () => {
    const terminal = await openTerminal(server);
    const expired = { instrument: 'ES', month: '2026-03' } as const;
    const [bought] = trade(terminal.now() - 1_000, 0);
    await play(server, terminal.account, bought?.type === 'fill' ? [{ ...bought, ...expired }] : []);
    const body = { requestId: newRequestId(), ...expired, dataAt: terminal.now() };
    const refused = await terminal.send(calls.reversePosition, body);
    expect([refused.response_status, Object.keys(refused.validation_errors)]).toEqual([422, ['month']]);
  });

  test('is refused without a position', async () => {
    const terminal = await openTerminal(server);
    const body = { requestId: newRequestId(), ...june, dataAt: terminal.now() };
    const refused = await terminal.send(calls.reversePosition, body);
    expect([refused.response_status, refused.error_code]).toEqual([409, 'trading_no_position']);
  });
});

describe('the simulated trader', () => {
  test('stops when its owner trades, and can start again only without positions and orders', async () => {
    const terminal = await openTerminal(server);
    const start = () => terminal.ask(startSimulation, { token: terminal.token, body: { accountId: terminal.account } });
    await start();
    await placed(terminal.place());
    const trader = await server.deps.db
      .selectFrom('simulated_trader')
      .select(['started_at', 'trading'])
      .where('account_id', '=', terminal.account)
      .executeTakeFirstOrThrow();
    expect(trader).toEqual({ started_at: null, trading: false });
    const refused = await start();
    expect([refused.response_status, refused.error_code]).toEqual([409, 'trading_open']);
    await terminal.send(calls.flattenPositions, { requestId: newRequestId() });
    expect((await start()).response_status).toBe(200);
  });

  test('leaves its open position to its owner, whose order closes exactly what the ticket said', async () => {
    const terminal = await openTerminal(server);
    await terminal.ask(startSimulation, { token: terminal.token, body: { accountId: terminal.account } });
    const readPosition = async () => (await terminal.read()).positions[0];
    for (let minute = 0; minute < 60 && !(await readPosition()); minute += 1) {
      await server.clock.advance(minuteMs);
      await listAccounts(server.deps, terminal.personId);
      await tickTraders(server.deps);
    }
    const held = await readPosition();
    if (!held) throw new Error('the simulated trader opened nothing within an hour');
    const { instrument, month, quantity } = held;
    const side = quantity > 0 ? 'sell' : 'buy';
    const { order, trading } = await placed(terminal.place({ instrument, month, side, quantity: Math.abs(quantity) }));
    expect(order.status).toBe('filled');
    expect(trading.positions).toEqual([]);
  });

  test('keeps its own prices while its owner only cancels orders', async () => {
    const terminal = await openTerminal(server);
    const [bought] = trade(terminal.now() - 1_000, 0);
    await play(server, terminal.account, bought ? [bought] : []);
    const before = await terminal.read();
    expect(before.positions).toMatchObject([{ instrument: 'ES', lastPriceTicks: 24_000 }]);
    expect((await terminal.send(calls.cancelTradingOrders, {})).response_status).toBe(200);
    await runUntil(server, terminal.now() + 2_000);
    const after = await terminal.read();
    expect([after.positions, after.equityCents]).toEqual([before.positions, before.equityCents]);
    // That way the terminal shows positions at those prices, too.
    expect(after.followsMarket).toBe(false);
  });
});
