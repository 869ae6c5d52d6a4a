import { atom, map } from 'nanostores';
import type { Loadable } from '#app/billing/stores/billing.ts';
import { send } from '#app/http/call.ts';
import { fetchFile, saveFile } from '#app/http/file.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import {
  affiliateStatement,
  closeAffiliatePayout,
  fetchAffiliatePayouts,
  requestAffiliatePayout,
} from '#shared/affiliates/contract-payouts.ts';
import { type AffiliatePayoutQuote, quoteAffiliatePayout } from '#shared/affiliates/payout-quote.ts';
import type { DataOf } from '#shared/core/call.ts';
import { fetchPayee } from '#shared/payouts/contract-payees.ts';
import { loadAffiliate } from './affiliate.ts';

export type AffiliatePayouts = DataOf<typeof fetchAffiliatePayouts>;
export type AffiliatePayout = AffiliatePayouts['payouts'][number];
type Destination = DataOf<typeof fetchPayee>['destinations'][number];

export const $affiliatePayouts = atom<Loadable<AffiliatePayouts>>({ status: 'loading' });
export const $affiliateDestinations = atom<readonly Destination[]>([]);

type PayoutForm = {
  /** In dollars, as typed. */
  readonly amount: string;
  readonly destinationId: string;
  readonly busy: boolean;
  /** The server's error about the amount. */
  readonly error: string | null;
};

export const $affiliatePayoutForm = map<PayoutForm>({ amount: '', destinationId: '', busy: false, error: null });

/** Resubmitting the same form reuses the key; any change creates a new one. */
let key = crypto.randomUUID();

export async function loadAffiliatePayouts(): Promise<void> {
  if ($affiliateDestinations.get().length === 0) await loadDestinations();
  const { destinationId } = $affiliatePayoutForm.get();
  const result = await send(fetchAffiliatePayouts, { query: destinationId === '' ? {} : { destinationId } });
  // Another destination was chosen in the meantime; it has its own figures.
  if ($affiliatePayoutForm.get().destinationId !== destinationId) return;
  if (!result.ok) {
    if ($affiliatePayouts.get().status !== 'ready') $affiliatePayouts.set({ status: 'failed' });
    notifyFailure(result.failure);
    return;
  }
  $affiliatePayouts.set({ status: 'ready', value: result.data });
  const { availableCents } = result.data.facts;
  if ($affiliatePayoutForm.get().amount === '' && availableCents > 0) {
    $affiliatePayoutForm.setKey('amount', (availableCents / 100).toFixed(2));
  }
}

async function loadDestinations(): Promise<void> {
  const payee = await send(fetchPayee, {});
  if (!payee.ok) return;
  const { destinations } = payee.data;
  $affiliateDestinations.set(destinations);
  const usable = destinations.find(({ usableAt }) => usableAt <= Date.now()) ?? destinations[0];
  if (usable) $affiliatePayoutForm.setKey('destinationId', usable.id);
}

export function setPayoutAmount(amount: string): void {
  $affiliatePayoutForm.set({ ...$affiliatePayoutForm.get(), amount, error: null });
  key = crypto.randomUUID();
}

export async function setPayoutDestination(destinationId: string): Promise<void> {
  $affiliatePayoutForm.setKey('destinationId', destinationId);
  key = crypto.randomUUID();
  await loadAffiliatePayouts();
}

function centsOf(text: string): number {
  const plain = text.trim().replace(',', '.');
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : 0;
}

/** The server's figures for the form; null without a destination. */
export function quoteForm(
  { facts }: AffiliatePayouts,
  { amount, destinationId }: PayoutForm,
): AffiliatePayoutQuote | null {
  const destination = $affiliateDestinations.get().find(({ id }) => id === destinationId);
  return destination ? quoteAffiliatePayout(facts, { amountCents: centsOf(amount), method: destination.method }) : null;
}

export async function submitAffiliatePayout(quote: AffiliatePayoutQuote): Promise<void> {
  const { destinationId, busy } = $affiliatePayoutForm.get();
  if (busy) return;
  $affiliatePayoutForm.setKey('busy', true);
  const body = { amountCents: quote.amountCents, destinationId, expectedNetCents: quote.netCents };
  const result = await send(requestAffiliatePayout, { body, idempotencyKey: key });
  $affiliatePayoutForm.setKey('busy', false);
  if (result.ok) {
    setPayoutAmount('');
    notify('success', { key: 'saved' });
  } else {
    const error = result.failure.kind === 'status' ? result.failure.fields['amountCents']?.[0] : undefined;
    if (error === undefined) notifyFailure(result.failure);
    $affiliatePayoutForm.setKey('error', error ?? null);
  }
  await Promise.all([loadAffiliatePayouts(), loadAffiliate()]);
}

export async function closeOpenPayout(payoutId: string): Promise<void> {
  if ($affiliatePayoutForm.get().busy) return;
  $affiliatePayoutForm.setKey('busy', true);
  const result = await send(closeAffiliatePayout, { body: { payoutId } });
  $affiliatePayoutForm.setKey('busy', false);
  if (!result.ok) notifyFailure(result.failure);
  await Promise.all([loadAffiliatePayouts(), loadAffiliate()]);
}

export async function saveStatement(): Promise<void> {
  const file = await fetchFile(affiliateStatement, {});
  if (file.ok) saveFile('statement.csv', file.content);
  else notifyFailure(file.failure);
}
