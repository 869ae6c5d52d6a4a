import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { download } from '#app/shell/stores/download.ts';
import { currentQuery } from '#app/shell/stores/navigation.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { accountData, noHistory } from '#shared/accounts/contract.ts';
import { fetchFills, fillsFile } from '#shared/accounts/contract-fills.ts';
import type { DataOf, QueryOf } from '#shared/core/call.ts';
import { calendarDay } from '#shared/core/fields.ts';
import { isInstrument } from '#shared/exchange/instruments.ts';
import type { AccountName } from './statistics.ts';

export type ListedFill = DataOf<typeof fetchFills>['fills'][number];
export type FillFilter = Omit<QueryOf<typeof fillsFile>, 'accountId'>;

export type FillsState = {
  readonly status: 'loading' | 'failed' | 'ready';
  readonly accounts: readonly AccountName[];
  /** Null until the accounts are known, and if there are none. */
  readonly accountId: string | null;
  readonly filter: FillFilter;
  readonly fills: readonly ListedFill[];
  readonly older: string | null;
};

export const $fills = atom<FillsState>({
  status: 'loading',
  accounts: [],
  accountId: null,
  filter: {},
  fills: [],
  older: null,
});

/** Account and filters from the address; ignores unknown values. */
function readAddress(): { readonly account: string | undefined; readonly filter: FillFilter } {
  const { account, from, to, instrument, side } = currentQuery();
  const isDay = (text: string | undefined): text is string => calendarDay.safeParse(text).success;
  return {
    account,
    filter: {
      ...(isDay(from) ? { from } : {}),
      ...(isDay(to) ? { to } : {}),
      ...(instrument !== undefined && isInstrument(instrument) ? { instrument } : {}),
      ...(side === 'buy' || side === 'sell' ? { side } : {}),
    },
  };
}

function writeAddress({ accountId, filter }: FillsState): void {
  const query = new URLSearchParams(accountId === null ? {} : { account: accountId });
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value);
  const search = query.toString();
  globalThis.history.pushState(null, '', search === '' ? globalThis.location.pathname : `?${search}`);
}

async function load(): Promise<void> {
  const { accountId, filter } = $fills.get();
  if (accountId === null) return $fills.set({ ...$fills.get(), status: 'ready', fills: [], older: null });
  $fills.set({ ...$fills.get(), status: 'loading' });
  const result = await send(fetchFills, { query: { accountId, ...filter } });
  // Another account or filter was chosen in the meantime; it has its own response.
  if ($fills.get().accountId !== accountId || $fills.get().filter !== filter) return;
  if (result.ok) return $fills.set({ ...$fills.get(), status: 'ready', ...result.data });
  $fills.set({ ...$fills.get(), status: 'failed' });
  notifyFailure(result.failure);
}

/** Loads the accounts once, and the fills of the account in the address or of the first one. */
export async function loadFills(): Promise<void> {
  if ($fills.get().accounts.length === 0) {
    const result = await send(accountData, { query: { history: noHistory } });
    if (!result.ok) {
      $fills.set({ ...$fills.get(), status: 'failed' });
      notifyFailure(result.failure);
      return;
    }
    $fills.set({ ...$fills.get(), accounts: result.data.accounts });
  }
  const { accounts } = $fills.get();
  const { account, filter } = readAddress();
  const chosen = accounts.find(({ id }) => id === account) ?? accounts[0];
  $fills.set({ ...$fills.get(), accountId: chosen?.id ?? null, filter });
  await load();
}

export function showAccount(accountId: string): Promise<void> {
  $fills.set({ ...$fills.get(), accountId });
  writeAddress($fills.get());
  return load();
}

/** Changes filters; an empty string removes one. */
export function filterFills(change: Readonly<Partial<Record<keyof FillFilter, string>>>): Promise<void> {
  const merged = Object.entries({ ...$fills.get().filter, ...change }).filter(([, value]) => value !== '');
  $fills.set({ ...$fills.get(), filter: Object.fromEntries(merged) as FillFilter });
  writeAddress($fills.get());
  return load();
}

export function clearFilter(): Promise<void> {
  $fills.set({ ...$fills.get(), filter: {} });
  writeAddress($fills.get());
  return load();
}

export async function loadOlderFills(): Promise<void> {
  const before = $fills.get();
  const { status, accountId, filter, older } = before;
  // While another list loads, the cursor still belongs to the previous list.
  if (status !== 'ready' || accountId === null || older === null) return;
  const result = await send(fetchFills, { query: { accountId, ...filter, cursor: older } });
  // A second click, another filter, another account or a reload has its own response.
  const now = $fills.get();
  if (now.accountId !== accountId || now.filter !== filter || now.fills !== before.fills) return;
  if (result.ok) $fills.set({ ...now, fills: [...now.fills, ...result.data.fills], older: result.data.older });
  else notifyFailure(result.failure);
}

export async function saveFills(): Promise<void> {
  const { accountId, filter, accounts } = $fills.get();
  if (accountId === null) return;
  const number = accounts.find(({ id }) => id === accountId)?.platformAccountId ?? '';
  await download(`fills-${number}.csv`, fillsFile, { query: { accountId, ...filter } });
}

/** Loads the fills and follows the back button until the returned function is called. */
export function followFills(): () => void {
  const restore = () => void loadFills();
  globalThis.addEventListener('popstate', restore);
  restore();
  return () => globalThis.removeEventListener('popstate', restore);
}
