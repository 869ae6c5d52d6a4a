import { atom } from 'nanostores';
import { requestEntries } from '#app/http/request-text.ts';
import { summarize } from '#shared/payouts/statistics.ts';
import { type ChainEntry, verifyChain } from '#shared/payouts/statistics-chain.ts';
import type { PayoutStatistics } from './statistics.ts';

/**
 * The result of recomputing the published days. `changed`: a day doesn't fit the previous one. `differs`: the days are
 * intact but give other figures than those shown.
 */
export type ChainCheck =
  | { readonly status: 'idle' | 'checking' | 'unreachable' | 'differs' }
  | { readonly status: 'intact'; readonly days: number }
  | { readonly status: 'changed'; readonly number: number };

export const $chainCheck = atom<ChainCheck>({ status: 'idle' });

/**
 * Downloads every day and recomputes hashes and figures in this browser.
 * @param path of the chain
 */
export async function checkChain(path: string, shown: PayoutStatistics): Promise<void> {
  if ($chainCheck.get().status === 'checking') return;
  $chainCheck.set({ status: 'checking' });
  $chainCheck.set(await check(path, shown));
}

async function check(path: string, { head, figures, minimumPerMonth }: PayoutStatistics): Promise<ChainCheck> {
  const entries = await requestEntries<ChainEntry>(path);
  if (!entries) return { status: 'unreachable' };
  const verdict = await verifyChain(entries, head ?? undefined);
  if (!verdict.intact) return { status: 'changed', number: verdict.number };
  // Days added since the page was loaded are not part of its figures.
  const days = verdict.days.filter(({ number }) => number <= (head?.number ?? 0));
  const recomputed = summarize(
    days.flatMap((day) => day.figures),
    minimumPerMonth,
  );
  const isEqual = JSON.stringify(recomputed.all) === JSON.stringify(figures?.all);
  const areEqual = JSON.stringify(recomputed.months) === JSON.stringify(figures?.months);
  return isEqual && areEqual ? { status: 'intact', days: days.length } : { status: 'differs' };
}
