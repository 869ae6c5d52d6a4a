import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { fetchFile, saveFile } from '#app/http/file.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { dayMs } from '#lib/durations.ts';
import { accountData } from '#shared/accounts/contract.ts';
import { accountStatistics, tradesFile } from '#shared/accounts/contract-statistics.ts';
import type { DataOf } from '#shared/core/call.ts';
import { tradingDayOf } from '#shared/exchange/trading-day.ts';
import { type AccountUpdate, keepStreaming } from './stream.ts';

export type Statistics = DataOf<typeof accountStatistics>;
export type StatisticsPeriod = 'week' | 'month' | 'quarter' | 'all';
export type Choice = { readonly accountId: string | null; readonly period: StatisticsPeriod };

/** An account to choose from, with what identifies it. */
export type AccountName = Pick<
  DataOf<typeof accountData>['accounts'][number],
  'id' | 'program' | 'size' | 'platformAccountId'
>;

export const $choice = atom<Choice>({ accountId: null, period: 'all' });
export const $accountNames = atom<readonly AccountName[]>([]);

/** True if a fill has arrived or the history has changed since loading. Reloading is up to the person. */
export const $isStale = atom(false);

/** The version of each account that the figures include. */
const versions = new Map<string, Pick<AccountUpdate, 'sequence' | 'revision'>>();

const daysOf = { week: 7, month: 30, quarter: 91 } as const;

function queryOf({ accountId, period }: Choice): { accountId?: string; from?: string } {
  return {
    ...(accountId === null ? {} : { accountId }),
    ...(period === 'all' ? {} : { from: tradingDayOf(Date.now() - daysOf[period] * dayMs) }),
  };
}

/** Keeps showing the previous figures until the new ones arrive. */
export const $statistics = createResource((choice: Choice) => send(accountStatistics, { query: queryOf(choice) }), {
  keepsData: true,
});

export async function loadStatistics(): Promise<void> {
  $isStale.set(false);
  await $statistics.load($choice.get());
}

async function loadNames(): Promise<void> {
  const result = await send(accountData, {});
  if (!result.ok) return;
  $accountNames.set(result.data.accounts);
  for (const account of result.data.accounts)
    if (!versions.has(account.id)) note({ ...account, accountId: account.id });
}

function note({ accountId, sequence, revision }: Pick<AccountUpdate, 'accountId' | 'sequence' | 'revision'>): void {
  versions.set(accountId, { sequence, revision });
}

function trackUpdate(update: AccountUpdate): void {
  const before = versions.get(update.accountId);
  note(update);
  const { accountId } = $choice.get();
  const isShown = accountId === null || accountId === update.accountId;
  const isNewPast = before !== undefined && before.revision !== update.revision;
  if (isShown && (isNewPast || update.fills.length > 0)) $isStale.set(true);
}

/** Loads the figures and tracks staleness until the returned function is called. */
export function followStatistics(): () => void {
  const stop = new AbortController();
  const listener = {
    known: () => new Map([...versions].map(([id, { sequence }]) => [id, sequence])),
    heard: () => undefined,
    updated: trackUpdate,
    lost: () => undefined,
    catchUp: loadNames,
  };
  void Promise.all([loadNames(), loadStatistics()]).then(() => keepStreaming(listener, stop.signal));
  return () => stop.abort();
}

export async function choose(change: Partial<Choice>): Promise<void> {
  $choice.set({ ...$choice.get(), ...change });
  await loadStatistics();
}

export async function saveTrades(): Promise<void> {
  const file = await fetchFile(tradesFile, { query: queryOf($choice.get()) });
  if (file.ok) saveFile('trades.csv', file.content);
  else notifyFailure(file.failure);
}
