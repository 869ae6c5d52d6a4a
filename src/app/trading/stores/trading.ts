import { atom } from 'nanostores';
import { $accounts, $lastUpdate, type Account, followAccounts } from '#app/accounts/stores/accounts.ts';
import { type Result, send } from '#app/http/call.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import type { Call, DataOf } from '#shared/core/call.ts';
import * as calls from '#shared/trading/contract.ts';
import { $tradedAccountId, chooseFirstAccount, findTradedAccount, showHeldContract } from './account.ts';
import { findOrderUpdates, publishOrderUpdates } from './order-updates.ts';

export type Trading = DataOf<typeof calls.fetchTrading>;

export const $trading = createResource((account: string) => send(calls.fetchTrading, { query: { account } }), {
  newest: (shown, next) =>
    next.ordersRevision < shown.ordersRevision || next.sequence < shown.sequence ? shown : next,
});

/** The running actions; their buttons show it and ignore further clicks. */
export const $tradingBusy = atom<ReadonlySet<string>>(new Set());

const reloadAfterMs = 250;
/** Rule changes such as a halt don't arrive in the account's stream. */
const reloadEveryMs = 15_000;

$trading.listen(({ data: next }, before) => {
  const shown = before?.data;
  if (next === undefined || next === shown) return;
  if (next.accountId === shown?.accountId) publishOrderUpdates(findOrderUpdates(shown.orders, next.orders));
  else showHeldContract(next.positions);
});

/** Shows what an action returned, unless it is older than what is on screen. */
export function showTrading(trading: Trading): void {
  if (trading.accountId === $tradedAccountId.get()) $trading.show(trading, trading.accountId);
  // An order stops the account's simulated trader, which its stream doesn't say.
  if (findTradedAccount()?.simulation === 'started') void $accounts.refresh();
}

/**
 * A key of the parts of an account's stream that indicate changed orders or positions; the view itself changes every
 * second with prices.
 */
function updateKeyOf({ id, stage, revision, view }: Account): string {
  const positions = view.positions.map(({ instrument, month, quantity }) => `${instrument}${month}${quantity}`);
  return [id, stage, revision, view.status, view.today?.day, view.today?.fills, ...positions].join(' ');
}

/** Follows the traded account and its orders until the returned function is called. */
export function followTrading(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shownKey = '';
  let choice = new AbortController();
  const reload = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void $trading.refresh();
    }, reloadAfterMs);
  };
  const stopAccounts = followAccounts();
  const stopAccountUpdates = $accounts.subscribe(() => {
    chooseFirstAccount();
    const account = findTradedAccount();
    const key = account === null ? '' : updateKeyOf(account);
    if (key !== shownKey && key !== '' && $trading.get().status === 'ready') reload();
    shownKey = key;
  });
  const stopOrders = $lastUpdate.subscribe((update) => {
    const state = $trading.get();
    const isShown = state.status === 'ready' && update?.accountId === state.data.accountId;
    if (isShown && update.ordersRevision > state.data.ordersRevision) reload();
  });
  const stopChoice = $tradedAccountId.subscribe((account) => {
    choice.abort();
    choice = new AbortController();
    $trading.clear();
    if (account !== null) void $trading.follow(choice.signal, account);
  });
  const interval = setInterval(() => {
    if ($tradedAccountId.get() !== null && globalThis.document?.visibilityState !== 'hidden') void $trading.refresh();
  }, reloadEveryMs);
  return () => {
    clearTimeout(timer);
    clearInterval(interval);
    stopChoice();
    choice.abort();
    stopOrders();
    stopAccountUpdates();
    stopAccounts();
  };
}

/** Runs one action at a time per button. After a failure, shows it and reloads the account. */
async function perform<C extends Call>(name: string, act: (account: string) => Promise<Result<C>>): Promise<boolean> {
  const account = $tradedAccountId.get();
  if (account === null || $tradingBusy.get().has(name)) return false;
  $tradingBusy.set(new Set([...$tradingBusy.get(), name]));
  const result = await act(account);
  if (result.ok) showTrading((result.data as { readonly trading: Trading }).trading);
  else {
    notifyFailure(result.failure);
    await $trading.refresh();
  }
  $tradingBusy.set(new Set([...$tradingBusy.get()].filter((each) => each !== name)));
  return result.ok;
}

/** Closes all positions and cancels all orders. Waits for nothing else, least of all for prices. */
export function flatten(): Promise<boolean> {
  const requestId = crypto.randomUUID();
  return perform('flatten', (account) => send(calls.flattenPositions, { body: { requestId, account } }));
}

export function cancelAll(): Promise<boolean> {
  return perform('cancel-all', (account) => send(calls.cancelTradingOrders, { body: { account } }));
}

export function cancelWorkingOrder(orderId: string): Promise<boolean> {
  return perform(orderId, (account) => send(calls.cancelTradingOrder, { body: { account, orderId } }));
}

type OrderChange = { readonly priceTicks?: number; readonly quantity?: number };

/** @param dataAt the time of the prices on screen */
export function changeWorkingOrder(orderId: string, change: OrderChange, dataAt: number): Promise<boolean> {
  return perform(orderId, (account) =>
    send(calls.changeTradingOrder, { body: { account, orderId, ...change, dataAt } }),
  );
}
