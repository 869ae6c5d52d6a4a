import { atom } from 'nanostores';
import { send } from '../client/call.ts';
import { readText, saveText } from '../client/read-text.ts';
import { accountData } from '../contract/accounts.ts';
import type { DataOf } from '../contract/call.ts';
import { accountStatistics, tradesFile } from '../contract/statistics.ts';
import { tradingDayOf } from '../domain/calendar/trading-day.ts';
import { notifyFailure } from './notices.ts';

export type Statistics = DataOf<typeof accountStatistics>;
export type Span = 'week' | 'month' | 'quarter' | 'all';
export type Choice = { readonly accountId: string | null; readonly span: Span };

export type StatisticsState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly statistics: Statistics };

/** Accounts to choose from, with what names them. */
export type AccountName = Pick<
  DataOf<typeof accountData>['accounts'][number],
  'id' | 'programme' | 'size' | 'platformAccountId'
>;

export const $choice = atom<Choice>({ accountId: null, span: 'all' });
export const $statistics = atom<StatisticsState>({ status: 'loading' });
export const $names = atom<readonly AccountName[]>([]);

const dayMs = 86_400_000;
const daysOf = { week: 7, month: 30, quarter: 91 } as const;

function queryOf({ accountId, span }: Choice): { accountId?: string; from?: string } {
  return {
    ...(accountId === null ? {} : { accountId }),
    ...(span === 'all' ? {} : { from: tradingDayOf(Date.now() - daysOf[span] * dayMs) }),
  };
}

export async function loadStatistics(): Promise<void> {
  const choice = $choice.get();
  const result = await send(accountStatistics, { query: queryOf(choice) });
  if ($choice.get() !== choice) return;
  if (result.ok) {
    $statistics.set({ status: 'ready', statistics: result.data });
    return;
  }
  $statistics.set({ status: 'failed' });
  notifyFailure(result.failure);
}

export async function loadNames(): Promise<void> {
  const result = await send(accountData, {});
  if (result.ok) $names.set(result.data.accounts);
}

/** The figures of the last choice stay in sight until those of the new one are here. */
export async function choose(change: Partial<Choice>): Promise<void> {
  $choice.set({ ...$choice.get(), ...change });
  await loadStatistics();
}

export async function saveTrades(): Promise<void> {
  const text = await readText(tradesFile, queryOf($choice.get()));
  if (text === null) notifyFailure({ kind: 'network' });
  else saveText('trades.csv', text, 'text/csv');
}
