import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { readTraderView } from '#app/http/trader-view.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { accountData, startSimulation as startSimulationCall } from '#shared/accounts/contract.ts';
import type { DataOf } from '#shared/core/call.ts';
import { type AccountUpdate, keepStreaming } from './stream.ts';

type Card = DataOf<typeof accountData>['accounts'][number];
type Point = AccountUpdate['point'];

export type Account = Omit<Card, 'series'> & { readonly series: readonly Point[] };

/** Whether the display is live; `lost` means reconnecting. */
export type Liveness = 'connecting' | 'live' | 'lost';

export const $accounts = createResource(async () => {
  const result = await send(accountData, {});
  return result.ok ? { ...result, data: result.data.accounts.map(unpack) } : result;
});
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
    lockPendingSince: update.lockPendingSince,
    isVerdictHeld: update.isVerdictHeld,
    days,
    dayClosesAt: update.dayClosesAt,
    // A reload in between may already have included these fills.
    fills: [...(isNew ? update.fills.toReversed() : []), ...account.fills].slice(0, shownFills),
    series: withPoint(account.series, update.point),
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

/** The account whose simulated trading is being started. */
export const $startingSimulation = atom<string | null>(null);

/** Starts simulated trading on an account and updates the account. */
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

/** Loads the accounts and follows them until the returned function is called. */
export function followAccounts(): () => void {
  const stop = new AbortController();
  const listener = {
    known: shownSequences,
    heard: () => $liveness.set('live'),
    updated: apply,
    lost: () => $liveness.set('lost'),
    catchUp: $accounts.refresh,
  };
  void $accounts.follow(stop.signal).then(() => {
    if (stop.signal.aborted) return;
    if (readTraderView() === null) void keepStreaming(listener, stop.signal);
    else poll(stop.signal);
  });
  return () => stop.abort();
}
