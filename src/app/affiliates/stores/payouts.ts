import { atom, map } from 'nanostores';
import { send } from '#app/http/call.ts';
import { download } from '#app/shell/stores/download.ts';
import { currentLocale } from '#app/shell/stores/navigation.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import { formatMoneyInput } from '#lib/money/format.ts';
import { readCents } from '#lib/money/read.ts';
import * as calls from '#shared/affiliates/contract-payouts.ts';
import { type AffiliatePayoutQuote, quoteAffiliatePayout } from '#shared/affiliates/payout-quote.ts';
import type { DataOf } from '#shared/core/call.ts';
import { fetchPayee } from '#shared/payouts/contract-payees.ts';
import { $affiliate } from './affiliate.ts';

export type AffiliatePayouts = DataOf<typeof calls.fetchAffiliatePayouts>;
export type AffiliatePayout = AffiliatePayouts['payouts'][number];
export const $affiliateDestinations = atom<readonly DataOf<typeof fetchPayee>['destinations'][number][]>([]);

type PayoutForm = {
  /** In dollars, as typed. */
  readonly amount: string;
  readonly destinationId: string;
  readonly busy: boolean;
  /** The server's error about the amount. */
  readonly error: string | null;
};

export const $affiliatePayoutForm = map<PayoutForm>({ amount: '', destinationId: '', busy: false, error: null });

export const $affiliatePayouts = createResource(
  (destinationId: string) =>
    send(calls.fetchAffiliatePayouts, { query: destinationId === '' ? {} : { destinationId } }),
  { keepsData: true, onLoad: suggestAmount },
);

function suggestAmount({ facts: { availableCents } }: AffiliatePayouts): void {
  if ($affiliatePayoutForm.get().amount !== '' || availableCents <= 0) return;
  $affiliatePayoutForm.setKey('amount', formatMoneyInput(availableCents, currentLocale()));
}

/** Resubmitting the same form reuses the key; any change creates a new one. */
let key = crypto.randomUUID();

export async function loadAffiliatePayouts(): Promise<void> {
  if ($affiliateDestinations.get().length === 0) await loadDestinations();
  await $affiliatePayouts.load($affiliatePayoutForm.get().destinationId);
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

/** The server's figures for the form; null without a destination or an amount that can be read. */
export function quoteForm(
  { facts }: AffiliatePayouts,
  { amount, destinationId }: PayoutForm,
): AffiliatePayoutQuote | null {
  const destination = $affiliateDestinations.get().find(({ id }) => id === destinationId);
  const amountCents = readCents(amount, currentLocale());
  if (destination === undefined || amountCents === null) return null;
  return quoteAffiliatePayout(facts, { amountCents, method: destination.method });
}

export async function submitAffiliatePayout(quote: AffiliatePayoutQuote): Promise<void> {
  const { destinationId, busy } = $affiliatePayoutForm.get();
  if (busy) return;
  $affiliatePayoutForm.setKey('busy', true);
  const body = { amountCents: quote.amountCents, destinationId, expectedNetCents: quote.netCents };
  const result = await send(calls.requestAffiliatePayout, { body, idempotencyKey: key });
  $affiliatePayoutForm.setKey('busy', false);
  if (result.ok) {
    setPayoutAmount('');
    notify('success', { key: 'saved' });
  } else {
    const error = result.failure.kind === 'status' ? result.failure.fields['amountCents']?.[0] : undefined;
    if (error === undefined) notifyFailure(result.failure);
    $affiliatePayoutForm.setKey('error', error ?? null);
  }
  await Promise.all([loadAffiliatePayouts(), $affiliate.load()]);
}

export async function closeOpenPayout(payoutId: string): Promise<void> {
  if ($affiliatePayoutForm.get().busy) return;
  $affiliatePayoutForm.setKey('busy', true);
  const result = await send(calls.closeAffiliatePayout, { body: { payoutId } });
  $affiliatePayoutForm.setKey('busy', false);
  if (!result.ok) notifyFailure(result.failure);
  await Promise.all([loadAffiliatePayouts(), $affiliate.load()]);
}

export function saveStatement(): Promise<void> {
  return download('statement.csv', calls.affiliateStatement, {});
}
