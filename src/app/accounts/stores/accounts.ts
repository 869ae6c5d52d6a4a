import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import type { Failure } from '#app/http/failure.ts';
import { readTraderView } from '#app/http/trader-view.ts';
import { repeatLoad } from '#app/shell/stores/stream-retry.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { accountData, startSimulation as startSimulationCall } from '#shared/accounts/contract.ts';
import type { DataOf } from '#shared/core/call.ts';
import { type AccountUpdate, keepStreaming } from './stream.ts';

type Card = DataOf<typeof accountData>['accounts'][number];
type Point = AccountUpdate['point'];

export type Account = Omit<Card, 'series'> & { readonly series: readonly Point[] };

export type AccountsState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly accounts: readonly Account[] }
  | { readonly status: 'failed' };

/** Whether the display is live; `lost` means reconnecting. */
export type Liveness = 'connecting' | 'live' | 'lost';

export const $accounts = atom<AccountsState>({ status: 'loading' });
/** The stream's newest message. */
export const $lastUpdate = atom<AccountUpdate | null>(null);
export const $liveness = atom<Liveness>('connecting');

const shownFills = 20;
const viewPollMs = 10_000;
const maxPoints = 600;
const pointEveryMs = 60_000;

function unpack({ series, ...card }: Card): Account {
  const points = series.map(([at, equityCents, floorCents, highWaterMarkCents]) => ({
    at,
    equityCents,
    floorCents,
    highWaterMarkCents,
  }));
  return { ...card, series: points };
}

/** Replaces the point of the same minute, so that the chart grows per minute and not per tick. */
function withPoint(series: Account['series'], point: Point): Account['series'] {
  const last = series.at(-1);
  const sameMinute = last && Math.floor(last.at / pointEveryMs) === Math.floor(point.at / pointEveryMs);
  return [...(sameMinute ? series.slice(0, -1) : series), point].slice(-maxPoints);
}

function withUpdate(account: Account, update: AccountUpdate): Account {
  const { today } = update.view;
  const isNew = update.sequence > account.sequence;
  const days = today ? [...account.days.filter(({ day }) => day !== today.day), today] : account.days;
  return {
    ...account,
    sequence: update.sequence,
    revision: update.revision,
    stage: update.stage,
    view: update.view,
    personalStopLock: update.personalStopLock,
    days,
    dayClosesAt: update.dayClosesAt,
    // A reload in between may already have included these fills.
    fills: [...(isNew ? update.fills.toReversed() : []), ...account.fills].slice(0, shownFills),
    series: withPoint(account.series, update.point),
  };
}

function apply(update: AccountUpdate): void {
  const state = $accounts.get();
  if (state.status !== 'ready') return;
  const shown = state.accounts.find(({ id }) => id === update.accountId);
  if (!shown || shown.stage !== update.stage || shown.revision !== update.revision) void reload();
  const accounts = state.accounts.map((account) =>
    account.id === update.accountId ? withUpdate(account, update) : account,
  );
  $accounts.set({ status: 'ready', accounts });
  $lastUpdate.set(update);
}

/** Counts the screens that have stopped following; what they asked for may belong to somebody else by now. */
let stopped = 0;

/** @returns why it failed, which the screen shows unless older accounts are on it */
async function fetchAccounts(): Promise<Failure | null> {
  const before = stopped;
  const result = await send(accountData, {});
  if (before !== stopped) return null;
  if (result.ok) {
    $accounts.set({ status: 'ready', accounts: result.data.accounts.map(unpack) });
    return null;
  }
  if ($accounts.get().status !== 'ready') $accounts.set({ status: 'failed' });
  return result.failure;
}

/** @returns why it failed, after a message that says so */
export async function loadAccounts(): Promise<Failure | null> {
  const failure = await fetchAccounts();
  if (failure !== null) notifyFailure(failure);
  return failure;
}

/** The sequences on screen. The stream continues after them, so nothing is missed between loading and following. */
function shownSequences(): ReadonlyMap<string, number> {
  const state = $accounts.get();
  return new Map(state.status === 'ready' ? state.accounts.map(({ id, sequence }) => [id, sequence]) : []);
}

let reloading: Promise<void> | null = null;
let isReloadPending = false;

/**
 * Reloads everything silently, because the lost connection is already shown. A call during a reload triggers one more,
 * because the running one may miss the newest change.
 */
function reload(): Promise<void> {
  isReloadPending = reloading !== null;
  reloading ??= (async () => {
    do {
      isReloadPending = false;
      await fetchAccounts();
    } while (isReloadPending);
    reloading = null;
  })();
  return reloading;
}

/** The account whose simulated trading is being started. */
export const $startingSimulation = atom<string | null>(null);

/** Starts simulated trading on an account and updates the account. */
export async function startSimulation(accountId: string): Promise<void> {
  if ($startingSimulation.get() !== null) return;
  $startingSimulation.set(accountId);
  const result = await send(startSimulationCall, { body: { accountId } });
  if (!result.ok) notifyFailure(result.failure);
  await reload();
  $startingSimulation.set(null);
}

/** Used in a view of a trader's screens, which may not follow their stream. */
async function poll(signal: AbortSignal): Promise<void> {
  $liveness.set('live');
  const timer = setInterval(() => void reload(), viewPollMs);
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** Loads the accounts and follows them until the returned function is called. */
export function followAccounts(): () => void {
  const stop = new AbortController();
  const listener = {
    known: shownSequences,
    heard: () => $liveness.set('live'),
    updated: apply,
    lost: () => $liveness.set('lost'),
    catchUp: reload,
  };
  void loadAccounts().then((failure) => {
    void repeatLoad(failure, fetchAccounts, stop.signal);
    void (readTraderView() === null ? keepStreaming(listener, stop.signal) : poll(stop.signal));
  });
  return () => {
    stopped += 1;
    stop.abort();
  };
}
