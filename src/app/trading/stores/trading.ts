import { atom } from 'nanostores';
import { $accounts, $lastUpdate, type Account, followAccounts } from '#app/accounts/stores/accounts.ts';
import { type Result, send } from '#app/http/call.ts';
import type { Failure } from '#app/http/failure.ts';
import { repeatLoad } from '#app/shell/stores/stream-retry.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import type { Call, DataOf } from '#shared/core/call.ts';
import {
  cancelTradingOrder,
  cancelTradingOrders,
  changeTradingOrder,
  fetchTrading,
  flattenPositions,
} from '#shared/trading/contract.ts';
import { $tradedAccountId, chooseFirstAccount, findTradedAccount, showHeldContract } from './account.ts';
import { findOrderUpdates, publishOrderUpdates } from './order-updates.ts';

export type Trading = DataOf<typeof fetchTrading>;

export type TradingState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly trading: Trading };

export const $trading = atom<TradingState>({ status: 'loading' });

/** The running actions; their buttons show it and ignore further clicks. */
export const $tradingBusy = atom<ReadonlySet<string>>(new Set());

const reloadAfterMs = 250;
/** Rule changes such as a halt don't arrive in the account's stream. */
const reloadEveryMs = 15_000;

/** Shows a response, unless a newer one is already shown. */
export function showTrading(trading: Trading): void {
  if (trading.accountId !== $tradedAccountId.get()) return;
  const state = $trading.get();
  if (state.status === 'ready' && state.trading.accountId === trading.accountId) {
    const shown = state.trading;
    if (trading.ordersRevision < shown.ordersRevision || trading.sequence < shown.sequence) return;
    publishOrderUpdates(findOrderUpdates(shown.orders, trading.orders));
  } else showHeldContract(trading.positions);
  $trading.set({ status: 'ready', trading });
}

/** @returns why the account on screen has nothing to show, or null */
async function fetchTraded(): Promise<Failure | null> {
  const account = $tradedAccountId.get();
  if (account === null) return null;
  const result = await send(fetchTrading, { query: { account } });
  if (result.ok) showTrading(result.data);
  else if ($trading.get().status !== 'ready' && account === $tradedAccountId.get()) {
    $trading.set({ status: 'failed' });
    return result.failure;
  }
  return null;
}

/** @returns why the account on screen has nothing to show, after a message that says so, or null */
export async function loadTrading(): Promise<Failure | null> {
  const failure = await fetchTraded();
  if (failure !== null) notifyFailure(failure);
  return failure;
}

/**
 * A key of the parts of an account's stream that indicate changed orders or positions; the view itself changes every
 * second with prices.
 */
function updateKeyOf({ id, stage, revision, view, fills }: Account): string {
  const positions = view.positions.map(({ instrument, month, quantity }) => `${instrument}${month}${quantity}`);
  return [id, stage, revision, view.status, fills[0]?.at, ...positions].join(' ');
}

/** Follows the traded account and its orders until the returned function is called. */
export function followTrading(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shownKey = '';
  let choice = new AbortController();
  const reload = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void loadTrading();
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
    const isShown = state.status === 'ready' && update?.accountId === state.trading.accountId;
    if (isShown && update.ordersRevision > state.trading.ordersRevision) reload();
  });
  const stopChoice = $tradedAccountId.subscribe(() => {
    $trading.set({ status: 'loading' });
    choice.abort();
    choice = new AbortController();
    const { signal } = choice;
    void loadTrading().then((failure) => repeatLoad(failure, fetchTraded, signal));
  });
  const interval = setInterval(() => {
    if (globalThis.document?.visibilityState !== 'hidden') void loadTrading();
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

type Answer = { readonly trading: Trading };

/** Runs one action at a time per button. After a failure, shows it and reloads the account. */
async function perform<C extends Call>(name: string, act: (account: string) => Promise<Result<C>>): Promise<boolean> {
  const account = $tradedAccountId.get();
  if (account === null || $tradingBusy.get().has(name)) return false;
  $tradingBusy.set(new Set([...$tradingBusy.get(), name]));
  const result = await act(account);
  if (result.ok) showTrading((result.data as Answer).trading);
  else {
    notifyFailure(result.failure);
    await loadTrading();
  }
  $tradingBusy.set(new Set([...$tradingBusy.get()].filter((each) => each !== name)));
  return result.ok;
}

/** Closes all positions and cancels all orders. Waits for nothing else, least of all for prices. */
export function flatten(): Promise<boolean> {
  const requestId = crypto.randomUUID();
  return perform('flatten', (account) => send(flattenPositions, { body: { requestId, account } }));
}

export function cancelAll(): Promise<boolean> {
  return perform('cancel-all', (account) => send(cancelTradingOrders, { body: { account } }));
}

export function cancelWorkingOrder(orderId: string): Promise<boolean> {
  return perform(orderId, (account) => send(cancelTradingOrder, { body: { account, orderId } }));
}

type OrderChange = { readonly priceTicks?: number; readonly quantity?: number };

/** @param dataAt the time of the prices on screen */
export function changeWorkingOrder(orderId: string, change: OrderChange, dataAt: number): Promise<boolean> {
  return perform(orderId, (account) => send(changeTradingOrder, { body: { account, orderId, ...change, dataAt } }));
}
