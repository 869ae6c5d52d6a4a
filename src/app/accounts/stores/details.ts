import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { sendConfirmed } from '#app/shell/stores/reauthentication.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import * as calls from '#shared/accounts/contract-details.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { Account } from './accounts.ts';

export type AccountDetails = DataOf<typeof calls.accountDetails>;
export type Credentials = DataOf<typeof calls.accountCredentials>;
export type DayFills = DataOf<typeof calls.accountFills>;

export const $details = createResource((accountId: string) => send(calls.accountDetails, { query: { accountId } }));

/** Credentials shown on request for one account; cleared when another is selected. */
export const $credentials = atom<{ readonly accountId: string; readonly shown: Credentials | null } | null>(null);

/**
 * The key of an account's details, which reload when it changes. Payouts need flat positions, so the key follows closed
 * trades rather than every fill.
 */
export function detailsKeyOf({ stage, revision, dayClosesAt, view }: Account): string {
  const balance = view.contractsInUse === 0 ? view.balanceCents : 'open';
  return [stage, revision, dayClosesAt, balance].join();
}

/** Keeps showing the previous details until the new ones arrive. */
export async function loadDetails(accountId: string): Promise<void> {
  if ($credentials.get()?.accountId !== accountId) $credentials.set(null);
  if ($details.get().data?.accountId === accountId) await $details.refresh();
  else await $details.load(accountId);
}

export async function showCredentials(accountId: string): Promise<void> {
  if ($credentials.get()?.accountId === accountId) return;
  $credentials.set({ accountId, shown: null });
  const result = await sendConfirmed(calls.accountCredentials, { body: { accountId } });
  if ($credentials.get()?.accountId !== accountId) return;
  if (result.ok) $credentials.set({ accountId, shown: result.data });
  else {
    $credentials.set(null);
    notifyFailure(result.failure);
  }
}

export function hideCredentials(): void {
  $credentials.set(null);
}

export const $resumingMarketData = atom<string | null>(null);

/** Resumes market data that was paused because the account wasn't traded, and updates the account. */
export async function resumeMarketData(accountId: string): Promise<void> {
  if ($resumingMarketData.get() !== null) return;
  $resumingMarketData.set(accountId);
  const result = await send(calls.resumeMarketData, { body: { accountId } });
  if (result.ok) await loadDetails(accountId);
  else notifyFailure(result.failure);
  $resumingMarketData.set(null);
}

/** The fills of a trading day. Null if loading failed, after a toast. */
export async function findDayFills(accountId: Account['id'], day: string): Promise<DayFills | null> {
  const result = await send(calls.accountFills, { query: { accountId, day } });
  if (result.ok) return result.data;
  notifyFailure(result.failure);
  return null;
}
