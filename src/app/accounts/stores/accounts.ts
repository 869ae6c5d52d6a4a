import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { readTraderView } from '#app/http/trader-view.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { createSilence } from '#app/shell/stores/silence.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { accountData, noHistory, startSimulation as startSimulationCall } from '#shared/accounts/contract.ts';
import { holdUntil } from '#shared/accounts/downsample.ts';
import type { DataOf } from '#shared/core/call.ts';
import { type AccountUpdate, keepStreaming } from './stream.ts';

/** The history stands in `history` alone, because each request here names one. */
type Card = Omit<DataOf<typeof accountData>['accounts'][number], 'days' | 'fills' | 'series'>;
type Point = AccountUpdate['point'];
type CardHistory = NonNullable<Card['history']>;

export type AccountHistory = Omit<CardHistory, 'series'> & { readonly series: readonly Point[] };

/** `history` is null unless the account was opened. */
export type Account = Omit<Card, 'history'> & { readonly history: AccountHistory | null };
export type OpenedAccount = Account & { readonly history: AccountHistory };

/** Whether the display is live; `lost` means reconnecting. */
export type Liveness = 'connecting' | 'live' | 'lost';

/** The account whose history is loaded with the list; `first`, or `none` on screens without one. */
const $opened = atom<string>(noHistory);

/** The account whose history couldn't be loaded. */
export const $failedHistory = atom<string | null>(null);

const silence = createSilence();
export const { $silentMs: $accountsSilentMs, $isOld: $areAccountsOld } = silence;

export const $accounts = createResource(
  async () => {
    const history = $opened.get();
    const result = await send(accountData, { query: { history } });
    if (!result.ok) return result;
    silence.heard();
    return { ...result, data: result.data.accounts.map(unpack) };
  },
  { newest: (shown, next) => next.map((account) => keepHistory(account, shown)) },
);
/** The stream's newest message. */
export const $lastUpdate = atom<AccountUpdate | null>(null);
export const $liveness = atom<Liveness>('connecting');

const shownFills = 20;
const viewPollMs = 5_000;
const maxPoints = 600;
const pointEveryMs = 60_000;

function unpack({ history, ...card }: Card): Account {
  return { ...card, history: history && { ...history, series: history.series.map(pointOf) } };
}

function pointOf([at, equityCents, floorCents, highWaterMarkCents]: CardHistory['series'][number]): Point {
  return { at, equityCents, floorCents, highWaterMarkCents };
}

/** A history loaded earlier still holds if nothing has happened since. */
function keepHistory(account: Account, shown: readonly Account[]): Account {
  const before = shown.find(({ id }) => id === account.id);
  const isSame = before?.sequence === account.sequence && before.revision === account.revision;
  return account.history === null && isSame ? { ...account, history: before.history } : account;
}

export function isOpened(account: Account | null): account is OpenedAccount {
  return account !== null && account.history !== null;
}

/** Loads an account's history, unless it is there. */
export async function openAccount(accountId: string): Promise<void> {
  const isMissing = () => !$accounts.get().data?.some((account) => account.id === accountId && isOpened(account));
  $opened.set(accountId);
  $failedHistory.set(null);
  if (!isMissing()) return;
  await $accounts.refresh();
  if ($opened.get() === accountId && isMissing()) $failedHistory.set(accountId);
}

/** Replaces the point of the same minute, so that the chart grows per minute and not per tick. */
function withPoint(series: readonly Point[], point: Point): readonly Point[] {
  const last = series.at(-1);
  const sameMinute = last && Math.floor(last.at / pointEveryMs) === Math.floor(point.at / pointEveryMs);
  const earlier = sameMinute ? series.slice(0, -1) : [...series, ...holdUntil(last, point)];
  return [...earlier, point].slice(-maxPoints);
}

function withUpdate(account: Account, update: AccountUpdate): Account {
  return {
    ...account,
    sequence: update.sequence,
    revision: update.revision,
    stage: update.stage,
    view: update.view,
    personalStopLock: update.personalStopLock,
    lockPendingSince: update.lockPendingSince,
    isVerdictHeld: update.isVerdictHeld,
    dayClosesAt: update.dayClosesAt,
    // A reload in between may already have included these fills.
    history: account.history && extend(account.history, update, update.sequence > account.sequence ? update.fills : []),
  };
}

function extend(
  { days, fills, series }: AccountHistory,
  { view, point }: AccountUpdate,
  newFills: AccountUpdate['fills'],
): AccountHistory {
  const { today } = view;
  return {
    days: today ? [...days.filter(({ day }) => day !== today.day), today] : days,
    fills: [...newFills.toReversed(), ...fills].slice(0, shownFills),
    series: withPoint(series, point),
  };
}

function apply(update: AccountUpdate): void {
  const { status, data = [] } = $accounts.get();
  if (status !== 'ready') return;
  const shown = data.find(({ id }) => id === update.accountId);
  if (!shown || shown.stage !== update.stage || shown.revision !== update.revision) void $accounts.refresh();
  $accounts.change((accounts) =>
    accounts.map((account) => (account.id === update.accountId ? withUpdate(account, update) : account)),
  );
  $lastUpdate.set(update);
}

/** The sequences on screen. The stream continues after them, so nothing is missed between loading and following. */
function shownSequences(): ReadonlyMap<string, number> {
  return new Map($accounts.get().data?.map(({ id, sequence }) => [id, sequence]));
}

export const $startingSimulation = atom<string | null>(null);

export async function startSimulation(accountId: string): Promise<void> {
  if ($startingSimulation.get() !== null) return;
  $startingSimulation.set(accountId);
  const result = await send(startSimulationCall, { body: { accountId } });
  if (!result.ok) notifyFailure(result.failure);
  await $accounts.refresh();
  $startingSimulation.set(null);
}

/** Used in a view of a trader's screens, which may not follow their stream. */
function poll(signal: AbortSignal): void {
  $liveness.set('live');
  const timer = setInterval(() => void $accounts.refresh(), viewPollMs);
  signal.addEventListener('abort', () => clearInterval(timer));
}

/**
 * Loads the accounts and follows them until the returned function is called.
 * @param opened the account whose history to load, or `first`, if the screen shows one
 */
export function followAccounts(opened: string = noHistory): () => void {
  $opened.set(opened);
  const stop = new AbortController();
  const listener = {
    known: shownSequences,
    heard() {
      silence.heard();
      $liveness.set('live');
    },
    updated: apply,
    lost: () => $liveness.set('lost'),
    catchUp: $accounts.refresh,
  };
  silence.follow(stop.signal);
  void $accounts.follow(stop.signal).then(() => {
    if (stop.signal.aborted) return;
    if (readTraderView() === null) void keepStreaming(listener, stop.signal);
    else poll(stop.signal);
  });
  return () => stop.abort();
}
