import { atom } from 'nanostores';
import type { output } from 'zod/mini';
import { send } from '../client/call.ts';
import { readAccountStream } from '../client/stream.ts';
import { accountData, type accountUpdate } from '../contract/accounts.ts';
import type { DataOf } from '../contract/call.ts';
import { notifyFailure } from './notices.ts';

export type Account = DataOf<typeof accountData>['accounts'][number];
type Update = output<typeof accountUpdate>;

export type AccountsState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly accounts: readonly Account[] }
  | { readonly status: 'failed' };

/** Whether what is shown moves: `lost` says so and goes on trying. */
export type Liveness = 'connecting' | 'live' | 'lost';

export const $accounts = atom<AccountsState>({ status: 'loading' });
export const $liveness = atom<Liveness>('connecting');

const shownFills = 20;
const longestSeries = 600;
const pointEveryMs = 60_000;

/** The newest point replaces the one of the same minute, so that the chart grows by the clock and not by the tick. */
function withPoint(series: Account['series'], point: Update['point']): Account['series'] {
  const last = series.at(-1);
  const sameMinute = last && Math.floor(last.at / pointEveryMs) === Math.floor(point.at / pointEveryMs);
  return [...(sameMinute ? series.slice(0, -1) : series), point].slice(-longestSeries);
}

function withUpdate(account: Account, update: Update): Account {
  const { today } = update.view;
  const isNew = update.sequence > account.sequence;
  const days = today ? [...account.days.filter(({ day }) => day !== today.day), today] : account.days;
  return {
    ...account,
    sequence: update.sequence,
    stage: update.stage,
    view: update.view,
    days,
    dayClosesAt: update.dayClosesAt,
    // A read in between may have brought them already.
    fills: [...(isNew ? update.fills.toReversed() : []), ...account.fills].slice(0, shownFills),
    series: withPoint(account.series, update.point),
  };
}

function apply(update: Update): void {
  const state = $accounts.get();
  if (state.status !== 'ready') return;
  const shown = state.accounts.find(({ id }) => id === update.accountId);
  if (!shown) {
    void loadAccounts();
    return;
  }
  // A reset or a late event may have made the days and the chart anew.
  if (shown.stage !== update.stage) void loadAccountsQuietly();
  const accounts = state.accounts.map((account) =>
    account.id === update.accountId ? withUpdate(account, update) : account,
  );
  $accounts.set({ status: 'ready', accounts });
}

export async function loadAccounts(): Promise<void> {
  const result = await send(accountData, {});
  if (result.ok) {
    $accounts.set({ status: 'ready', accounts: result.data.accounts });
    return;
  }
  if ($accounts.get().status !== 'ready') $accounts.set({ status: 'failed' });
  notifyFailure(result.failure);
}

const firstRetryMs = 500;
const longestRetryMs = 15_000;

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
}

/** What is on the screen: the stream brings what came after it, so that nothing falls between reading and following. */
function shownSequences(): ReadonlyMap<string, number> {
  const state = $accounts.get();
  return new Map(state.status === 'ready' ? state.accounts.map(({ id, sequence }) => [id, sequence]) : []);
}

async function keepStreaming(signal: AbortSignal): Promise<void> {
  let retryMs = firstRetryMs;
  while (!signal.aborted) {
    const end = await readAccountStream(
      shownSequences(),
      ({ event, data }) => {
        retryMs = firstRetryMs;
        $liveness.set('live');
        if (event === 'account') apply(JSON.parse(data) as Update);
      },
      signal,
    );
    if (signal.aborted) return;
    $liveness.set('lost');
    if (end === 'refused') return;
    await pause(retryMs, signal);
    retryMs = Math.min(retryMs * 2, longestRetryMs);
    await loadAccountsQuietly();
  }
}

/** After a gap the missed events are caught up by one read; the lost connection has been shown already. */
async function loadAccountsQuietly(): Promise<void> {
  const result = await send(accountData, {});
  if (result.ok) $accounts.set({ status: 'ready', accounts: result.data.accounts });
}

/** Loads the accounts and follows them until the returned function is called. */
export function followAccounts(): () => void {
  const stop = new AbortController();
  void loadAccounts().then(() => keepStreaming(stop.signal));
  return () => stop.abort();
}
