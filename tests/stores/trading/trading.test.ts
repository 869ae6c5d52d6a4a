import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { $accounts } from '#app/accounts/stores/accounts.ts';
import { $contract, $tradedAccountId, chooseAccount, chooseContract } from '#app/trading/stores/account.ts';
import { $tradingAccount, decideOrder } from '#app/trading/stores/decision.ts';
import { $orderTicket, readOrderTicket, setOrderTicket, type TicketOrder } from '#app/trading/stores/order-ticket.ts';
import { $orderUpdates } from '#app/trading/stores/order-updates.ts';
import {
  $lookupResult,
  $orderRejection,
  $review,
  type Intent,
  isUnderReview,
  type Press,
  propose,
  proposeAt,
  proposeReversal,
  sendReviewed,
} from '#app/trading/stores/orders.ts';
import {
  $settingQuestion,
  $tradingSettings,
  answerSettingQuestion,
  switchSetting,
} from '#app/trading/stores/settings.ts';
import {
  $trading,
  cancelAll,
  cancelWorkingOrder,
  changeWorkingOrder,
  flatten,
  followTrading,
} from '#app/trading/stores/trading.ts';
import type { Contract } from '#shared/exchange/contract-month.ts';
import { decideTrading } from '#shared/trading/decide-trading.ts';
import { startTestApp, type TestApp } from '../../server/support/app.ts';
import { june, openTerminal } from '../../server/support/terminal.ts';
import { connectFetch, hold, openPage, resetPage, signIn, toasts, until } from '../support.ts';

const initialTicket = $orderTicket.get();

let server: TestApp;
let disconnect: () => void = () => undefined;
let stop: () => void = () => undefined;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

beforeEach(() => {
  disconnect = connectFetch(server);
  resetPage();
  openPage('/web-trading');
  chooseContract(june);
  $orderTicket.set(initialTicket);
  $accounts.clear();
  $tradedAccountId.set(null);
  $review.set(null);
  $orderRejection.set(null);
  $lookupResult.set(null);
  $tradingSettings.set({ oneClick: false, hotkeys: false });
});

afterEach(() => {
  stop();
  disconnect();
});

/** A new person's terminal with a Classic 50K, loaded and following updates. */
async function open() {
  const terminal = await openTerminal(server);
  signIn(terminal.token);
  stop = followTrading();
  await until(() => $trading.get().status === 'ready');
  chooseContract(june);
  return terminal;
}

function trading() {
  const state = $trading.get();
  if (state.status !== 'ready') throw new Error('not loaded');
  return state.data;
}

let clickedAt = 0;

/** A click or key press, a second after the one before. */
function click(dataAt: number): Press {
  clickedAt += 1_000;
  return { dataAt, pressedAt: clickedAt };
}

const nasdaq: Contract = { instrument: 'NQ', month: '2026-06' };

const buyOne: TicketOrder = {
  ...june,
  side: 'buy',
  type: 'market',
  quantity: 1,
  priceTicks: null,
  bracket: null,
  ocoWith: null,
};

const place = (change: Partial<TicketOrder> = {}): Intent => ({ kind: 'place', order: { ...buyOne, ...change } });

describe('an order', () => {
  test('is reviewed first, and placed once by two clicks on Send', async () => {
    const { now, read } = await open();
    await propose(place(), click(now()));
    expect($review.get()).toMatchObject({ phase: 'open', isQuick: false });
    expect((await read()).orders).toEqual([]);
    await Promise.all([sendReviewed(now()), sendReviewed(now())]);
    expect($review.get()).toBeNull();
    expect((await read()).orders).toMatchObject([{ status: 'filled', quantity: 1 }]);
    expect(trading().positions).toMatchObject([{ instrument: 'ES', quantity: 1 }]);
  });

  test('is sent at once with one-click orders, and once for a double click, however late the page gets to it', async () => {
    const { now, read } = await open();
    $tradingSettings.set({ oneClick: true, hotkeys: false });
    const first = click(now());
    const later = (ms: number) => ({ dataAt: now(), pressedAt: first.pressedAt + ms });
    await propose(place(), first);
    await propose(place(), later(499));
    expect((await read()).orders).toHaveLength(1);
    await propose(place(), later(500));
    expect((await read()).orders).toHaveLength(2);
    await propose(place({ side: 'sell' }), later(500));
    expect((await read()).orders).toHaveLength(3);
  });

  test('from the phone’s sheet, which is its review, stays under review until it is placed, with one-click orders too', async () => {
    const { now, read } = await open();
    $tradingSettings.set({ oneClick: true, hotkeys: false });
    const sending = propose(place(), click(now()), true);
    expect([$review.get()?.phase, isUnderReview($review.get())]).toEqual(['sending', true]);
    await sending;
    expect($review.get()).toBeNull();
    await propose(place({ quantity: 40 }), click(now()), true);
    expect([$review.get()?.phase, $orderRejection.get()?.rule]).toEqual(['open', 'contract-limit']);
    expect((await read()).orders).toHaveLength(1);
  });

  test('that the rules refuse names the rule and the amount left, and its review stays', async () => {
    const { now } = await open();
    await propose(place({ quantity: 40 }), click(now()));
    const { requestId } = $review.get() ?? {};
    await sendReviewed(now());
    expect($orderRejection.get()).toMatchObject({
      rule: 'contract-limit',
      remaining: { maxContracts: 5, quantity: 5 },
    });
    expect($review.get()).toMatchObject({ phase: 'open' });
    expect($review.get()?.requestId).not.toBe(requestId);
    expect(toasts()).toEqual([]);
  });

  test('whose response is lost is looked up by its request id, not sent again', async () => {
    const { now, read } = await open();
    disconnect();
    let sent = 0;
    disconnect = connectFetch(server, async (path, request) => {
      if (path !== '/api/trading/place') return undefined;
      sent += 1;
      await server.app.request(path, request);
      return new Response('', { status: 502 });
    });
    await propose(place(), click(now()));
    await sendReviewed(now());
    expect([$review.get(), $lookupResult.get(), sent]).toEqual([null, 'arrived', 1]);
    expect((await read()).orders).toHaveLength(1);
  });

  test('that never arrived says so, and is placed once when it is sent again', async () => {
    const { now, read } = await open();
    disconnect();
    let isDown = true;
    disconnect = connectFetch(server, (path) =>
      isDown && path === '/api/trading/place' ? new Response('', { status: 503 }) : undefined,
    );
    await propose(place(), click(now()));
    const { requestId } = $review.get() ?? {};
    await sendReviewed(now());
    expect($review.get()).toMatchObject({ phase: 'missing', requestId });
    isDown = false;
    await sendReviewed(now());
    expect((await read()).orders).toMatchObject([{ requestId, status: 'filled' }]);
  });

  test('is refused on old prices, while flattening isn’t', async () => {
    const { now, held } = await open();
    await propose(place(), click(now()));
    await sendReviewed(now());
    await propose(place(), click(now() - 2_001));
    await sendReviewed(now() - 2_001);
    expect($orderRejection.get()?.rule).toBe('stale-data');
    expect(await flatten()).toBe(true);
    expect(await held()).toEqual([]);
  });

  test('that is refused for a contract no longer on screen leaves no review behind, but a message', async () => {
    const { now, read } = await open();
    await propose(place({ quantity: 40 }), click(now()));
    const sending = sendReviewed(now());
    chooseContract(nasdaq);
    await sending;
    expect([$review.get(), $orderRejection.get()]).toEqual([null, null]);
    expect(toasts()).toEqual([
      { text: 'This order would exceed the account’s contract limit. Choose fewer contracts.' },
    ]);
    expect((await read()).orders).toEqual([]);
  });

  test('that never arrived and whose account is no longer on screen can’t be sent again', async () => {
    const { now } = await open();
    disconnect();
    let sent = 0;
    disconnect = connectFetch(server, (path) => {
      if (path !== '/api/trading/place') return undefined;
      sent += 1;
      chooseAccount('another-account');
      return new Response('', { status: 503 });
    });
    await propose(place(), click(now()));
    await sendReviewed(now());
    expect($review.get()).toBeNull();
    expect(toasts()).toContainEqual({ key: 'order_missing' });
    await sendReviewed(now());
    expect(sent).toBe(1);
  });

  test('whose response was lost and whose account is no longer on screen says that it arrived', async () => {
    const { now, read } = await open();
    disconnect();
    disconnect = connectFetch(server, async (path, request) => {
      if (path !== '/api/trading/place') return undefined;
      await server.app.request(path, request.clone());
      chooseAccount('another-account');
      return new Response('', { status: 503 });
    });
    await propose(place(), click(now()));
    const { accountId = '' } = $review.get() ?? {};
    await sendReviewed(now());
    expect([$review.get(), $lookupResult.get()]).toEqual([null, null]);
    expect(toasts()).toContainEqual({ key: 'order_arrived' });
    chooseAccount(accountId);
    expect((await read()).orders).toMatchObject([{ status: 'filled' }]);
  });

  test('that is filled for a contract no longer on screen leaves the new ticket as it is', async () => {
    const { now } = await open();
    await propose(place(), click(now()));
    const sending = sendReviewed(now());
    chooseContract(nasdaq);
    setOrderTicket({ type: 'limit', price: '20000.00' });
    await sending;
    expect([$review.get(), $orderTicket.get().price]).toEqual([null, '20000.00']);
  });

  test('that was refused is forgotten with its contract', async () => {
    const { now } = await open();
    await propose(place({ quantity: 40 }), click(now()));
    await sendReviewed(now());
    expect($orderRejection.get()).toMatchObject({ contract: june });
    chooseContract(nasdaq);
    expect($orderRejection.get()).toBeNull();
  });

  test('in the ladder has the ticket’s size and bracket, but neither its price nor its link', async () => {
    const { now } = await open();
    const kept = { quantity: '2', hasBracket: true, target: '8', stop: '' };
    setOrderTicket({ ...kept, side: 'buy', type: 'limit', price: '6000.25', ocoWith: 'an-order' });
    await proposeAt({ side: 'sell', type: 'stop', priceTicks: 23_000 }, click(now()));
    const bracket = { targetTicks: 8, stopTicks: null };
    const order = { ...june, side: 'sell', type: 'stop', quantity: 2, priceTicks: 23_000, bracket, ocoWith: null };
    expect($review.get()).toMatchObject({ intent: { kind: 'place', order }, phase: 'open' });
    $review.set(null);
    setOrderTicket({ quantity: '0' });
    await proposeAt({ side: 'sell', type: 'stop', priceTicks: 23_000 }, click(now()));
    expect($review.get()).toBeNull();
  });

  test('that reverses is proposed only if there is a position', async () => {
    const { now, held } = await open();
    await proposeReversal(click(0).pressedAt);
    expect($review.get()).toBeNull();
    await propose(place({ quantity: 2 }), click(now()));
    await sendReviewed(now());
    await proposeReversal(click(0).pressedAt);
    expect($review.get()?.intent).toEqual({ kind: 'reverse', contract: june });
    await sendReviewed(now());
    expect(await held()).toEqual([['ES', -2]]);
  });

  test('can be changed, canceled alone and canceled with all others', async () => {
    const { now, quote, working } = await open();
    const priceTicks = quote().bidTicks - 400;
    for (const offset of [0, 10, 20]) {
      await propose(place({ type: 'limit', priceTicks: priceTicks - offset }), click(now()));
      await sendReviewed(now());
    }
    const [first, second] = await working();
    expect(await changeWorkingOrder(first?.id ?? '', { priceTicks: priceTicks - 40, quantity: 2 }, now())).toBe(true);
    expect(trading().orders.find(({ id }) => id === first?.id)).toMatchObject({
      ...{ priceTicks: priceTicks - 40, quantity: 2 },
    });
    await cancelWorkingOrder(second?.id ?? '');
    expect(await working()).toHaveLength(2);
    await cancelAll();
    expect(await working()).toEqual([]);
  });
});

test('a fill before the terminal opened isn’t announced; a later one is', async () => {
  const terminal = await openTerminal(server);
  await terminal.place();
  signIn(terminal.token);
  stop = followTrading();
  const before = $orderUpdates.get().number;
  await until(() => $trading.get().status === 'ready');
  expect($orderUpdates.get().number).toBe(before);
  await propose(place({ side: 'sell' }), click(terminal.now()));
  await sendReviewed(terminal.now());
  expect($orderUpdates.get()).toMatchObject({ number: before + 1, orders: [{ side: 'sell', status: 'filled' }] });
});

test('a terminal whose first load failed appears by itself once the server responds', async () => {
  const terminal = await openTerminal(server);
  signIn(terminal.token);
  disconnect();
  const down = new Set(['/api/account/data', '/api/trading/read']);
  disconnect = connectFetch(server, (path) => (down.has(path) ? new Response('', { status: 503 }) : undefined));
  stop = followTrading();
  await until(() => $accounts.get().status === 'failed');
  down.delete('/api/account/data');
  await until(() => $trading.get().status === 'failed');
  down.clear();
  await until(() => $trading.get().status === 'ready');
  expect(trading().accountId).toBe(terminal.account);
});

test('accounts that a closed terminal asked for don’t appear to the next person', async () => {
  await open();
  const late = hold<undefined>();
  let isAsked = false;
  disconnect();
  disconnect = connectFetch(server, (path) => {
    if (path !== '/api/account/data') return undefined;
    isAsked = true;
    return late.promise;
  });
  const loading = $accounts.load();
  await until(() => isAsked);
  stop();
  resetPage();
  $accounts.clear();
  $tradedAccountId.set(null);
  late.settle(undefined);
  await loading;
  expect($accounts.get().status).toBe('loading');
  const next = await open();
  expect(trading().accountId).toBe(next.account);
});

test('an order placed in another tab appears by itself', async () => {
  const { place: placeElsewhere } = await open();
  await placeElsewhere();
  await until(() => trading().positions.length > 0);
  expect(trading().positions).toMatchObject([{ quantity: 1 }]);
});

test('the screen decides as the server will', async () => {
  await open();
  const account = $tradingAccount.get();
  if (account === null) throw new Error('no account');
  const live = { isOpen: true, dataAgeMs: 2_000 };
  expect(decideTrading(account, live, { ...buyOne, quantity: 5 })).toMatchObject({ allowed: true });
  expect(decideTrading(account, live, { ...buyOne, quantity: 6 })).toMatchObject({ rule: 'contract-limit' });
  expect(decideTrading(account, { ...live, dataAgeMs: 2_001 }, buyOne)).toMatchObject({ rule: 'stale-data' });
  expect(decideTrading(account, { ...live, isOpen: false }, buyOne)).toMatchObject({ rule: 'market-closed' });
});

test('a linked order counts only once toward the limit, on the screen too', async () => {
  const { now, quote, working } = await open();
  const priceTicks = quote().bidTicks - 400;
  await propose(place({ type: 'limit', quantity: 5, priceTicks }), click(now()));
  await sendReviewed(now());
  const [first] = await working();
  const account = $tradingAccount.get();
  if (account === null || first === undefined) throw new Error('no account');
  const live = { isOpen: true, dataAgeMs: 0 };
  const second: TicketOrder = { ...buyOne, type: 'limit', quantity: 5, priceTicks: priceTicks - 4 };
  expect(decideOrder(account, live, second)).toMatchObject({ rule: 'contract-limit' });
  expect(decideOrder(account, live, { ...second, ocoWith: first.id })).toMatchObject({ allowed: true });
  await propose({ kind: 'place', order: { ...second, ocoWith: first.id } }, click(now()));
  await sendReviewed(now());
  expect(await working()).toHaveLength(2);
});

test('one-click orders and hotkeys are off, and each is confirmed once', () => {
  for (const setting of ['oneClick', 'hotkeys'] as const) {
    expect($tradingSettings.get()[setting]).toBe(false);
    switchSetting(setting, true);
    expect([$settingQuestion.get(), $tradingSettings.get()[setting]]).toEqual([setting, false]);
    answerSettingQuestion(false);
    expect($tradingSettings.get()[setting]).toBe(false);
    switchSetting(setting, true);
    answerSettingQuestion(true);
    expect($tradingSettings.get()[setting]).toBe(true);
    switchSetting(setting, false);
    switchSetting(setting, true);
    expect([$settingQuestion.get(), $tradingSettings.get()[setting]]).toEqual([null, true]);
  }
});

describe('the ticket', () => {
  const read = (change: Parameters<typeof setOrderTicket>[0]) =>
    readOrderTicket({ ...$orderTicket.get(), ...change }, $contract.get(), 'en');

  test('becomes an order', () => {
    const typed = { type: 'limit', price: '6,000.25', quantity: '2', hasBracket: true, target: '8', stop: '' } as const;
    expect(read(typed).order).toEqual({
      ...buyOne,
      type: 'limit',
      quantity: 2,
      priceTicks: 24_001,
      bracket: { targetTicks: 8, stopTicks: null },
    });
  });

  test('keeps type, size and bracket for another contract, and clears the price and the link', () => {
    const kept = { side: 'sell', type: 'limit', quantity: '3', hasBracket: true, target: '8', stop: '6' } as const;
    setOrderTicket({ ...kept, price: '6000.25', ocoWith: 'an-order' });
    chooseContract(nasdaq);
    expect($orderTicket.get()).toEqual({ ...kept, price: '', ocoWith: '' });
    expect(read({})).toEqual({ order: null, errors: { price: 'price' } });
  });

  test('sends no link with a market order, and loses the link to an order that is canceled', async () => {
    const { now, quote, working } = await open();
    await propose(place({ type: 'limit', priceTicks: quote().bidTicks - 400 }), click(now()));
    await sendReviewed(now());
    const [first] = await working();
    const ocoWith = first?.id ?? '';
    setOrderTicket({ ocoWith });
    expect(read({ type: 'market' }).order?.ocoWith).toBeNull();
    expect(read({ type: 'limit', price: '6000' }).order?.ocoWith).toBe(ocoWith);
    await cancelWorkingOrder(ocoWith);
    expect($orderTicket.get().ocoWith).toBe('');
  });

  test('accepts the largest order and the longest bracket that the server accepts', () => {
    const typed = { quantity: '1000', hasBracket: true, target: '100000', stop: '100000' };
    const bracket = { targetTicks: 100_000, stopTicks: 100_000 };
    expect(read(typed).order).toMatchObject({ quantity: 1_000, bracket });
  });

  test.each([
    [{ quantity: '0' }, { quantity: 'whole' }],
    [{ quantity: '1.5' }, { quantity: 'whole' }],
    [{ quantity: '1001' }, { quantity: 'whole' }],
    [{ hasBracket: true, target: '100001', stop: '10' }, { target: 'whole' }],
    [{ type: 'stop', price: '' }, { price: 'price' }],
    [{ type: 'stop', price: '6000.3' }, { price: 'tick' }],
    [{ hasBracket: true, target: 'x', stop: '10' }, { target: 'whole' }],
    [{ hasBracket: true, target: '', stop: '' }, { stop: 'whole' }],
  ] as const)('%j says what is wrong: %j', (typed, errors) => {
    expect(read(typed)).toEqual({ order: null, errors });
  });
});
