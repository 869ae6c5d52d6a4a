import { atom, computed } from 'nanostores';
import { send } from '#app/http/call.ts';
import { download } from '#app/shell/stores/download.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { dayMs } from '#lib/durations.ts';
import { accountData, noHistory } from '#shared/accounts/contract.ts';
import { accountStatistics, tradesFile } from '#shared/accounts/contract-statistics.ts';
import { type AccountGroup, accountGroups } from '#shared/accounts/lifecycle.ts';
import type { DataOf, QueryOf } from '#shared/core/call.ts';
import { tradingDayOf } from '#shared/exchange/trading-day.ts';
import { type AccountUpdate, keepStreaming } from './stream.ts';

export type Statistics = DataOf<typeof accountStatistics>;
export type StatisticsPeriod = 'week' | 'month' | 'quarter' | 'all';
export type Choice = {
  /** Null until the accounts are known. */
  readonly group: AccountGroup | null;
  readonly accountId: string | null;
  readonly period: StatisticsPeriod;
};

export type AccountName = Pick<
  DataOf<typeof accountData>['accounts'][number],
  'id' | 'group' | 'program' | 'size' | 'platformAccountId'
>;

export const $choice = atom<Choice>({ group: null, accountId: null, period: 'all' });
export const $accountNames = atom<readonly AccountName[]>([]);

export const $groups = computed($accountNames, (names) =>
  accountGroups.filter((group) => names.some((name) => name.group === group)),
);

/** True if a fill has arrived or the history has changed since loading. Reloading is up to the person. */
export const $isStale = atom(false);

const versions = new Map<string, Pick<AccountUpdate, 'sequence' | 'revision'>>();

const daysOf = { week: 7, month: 30, quarter: 91 } as const;

function queryOf({ group, accountId, period }: Choice): QueryOf<typeof accountStatistics> {
  return {
    group: group ?? 'evaluation',
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
  const result = await send(accountData, { query: { history: noHistory } });
  if (!result.ok) return;
  $accountNames.set(result.data.accounts);
  // Money that can be paid out comes first.
  if ($choice.get().group === null) $choice.set({ ...$choice.get(), group: $groups.get().at(-1) ?? null });
  for (const account of result.data.accounts)
    if (!versions.has(account.id)) note({ ...account, accountId: account.id });
}

function note({ accountId, sequence, revision }: Pick<AccountUpdate, 'accountId' | 'sequence' | 'revision'>): void {
  versions.set(accountId, { sequence, revision });
}

function trackUpdate(update: AccountUpdate): void {
  const before = versions.get(update.accountId);
  note(update);
  const { accountId, group } = $choice.get();
  const isInGroup = $accountNames.get().some((name) => name.id === update.accountId && name.group === group);
  const isShown = accountId === null ? isInGroup : accountId === update.accountId;
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
  void loadNames()
    .then(loadStatistics)
    .then(() => keepStreaming(listener, stop.signal));
  return () => stop.abort();
}

export async function choose(change: Partial<Choice>): Promise<void> {
  const isOtherGroup = change.group !== undefined && change.group !== $choice.get().group;
  $choice.set({ ...$choice.get(), ...(isOtherGroup ? { accountId: null } : {}), ...change });
  await loadStatistics();
}

export function saveTrades(): Promise<void> {
  return download('trades.csv', tradesFile, { query: queryOf($choice.get()) });
}
