import { atom, map } from 'nanostores';
import type { Loadable } from '#app/billing/stores/billing.ts';
import { currentLocale } from '#app/shell/stores/navigation.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { pathTo } from '#routes.ts';
import type { DataOf } from '#shared/core/call.ts';
import {
  closeDxfeedPayout,
  closeRithmicPayout,
  fetchPayout,
  fetchPayouts,
  payoutAccounts,
  payoutQuoteCall,
  requestPayout,
} from '#shared/payouts/contract.ts';
import { fetchPayee } from '#shared/payouts/contract-payees.ts';
import { leavesLittleRoom, type PayoutQuote, quotePayout } from '#shared/payouts/quote.ts';
import { sendForPayouts } from './access.ts';
import { openPayoutPath } from './location.ts';

export type PayoutAccounts = DataOf<typeof payoutAccounts>;
export type PayoutAccount = PayoutAccounts['accounts'][number];
export type Payout = DataOf<typeof fetchPayouts>['payouts'][number];
export type PayoutOffer = DataOf<typeof payoutQuoteCall>;
export type Requirement = PayoutOffer['requirements'][number];
export type Destination = DataOf<typeof fetchPayee>['destinations'][number];

export const $payoutAccounts = atom<Loadable<PayoutAccounts>>({ status: 'loading' });

export async function loadPayoutAccounts(): Promise<void> {
  const result = await sendForPayouts(payoutAccounts, {});
  if (result.ok) $payoutAccounts.set({ status: 'ready', value: result.data });
  else if ($payoutAccounts.get().status !== 'ready') $payoutAccounts.set({ status: 'failed' });
  if (!result.ok) notifyFailure(result.failure);
}

export const $payouts = atom<Loadable<{ readonly payouts: readonly Payout[]; readonly more: boolean }>>({
  status: 'loading',
});

export async function loadPayouts(): Promise<void> {
  const result = await sendForPayouts(fetchPayouts, { query: {} });
  $payouts.set(result.ok ? { status: 'ready', value: result.data } : { status: 'failed' });
  if (!result.ok) notifyFailure(result.failure);
}

export async function loadMorePayouts(): Promise<void> {
  const state = $payouts.get();
  const last = state.status === 'ready' ? state.value.payouts.at(-1) : undefined;
  if (state.status !== 'ready' || !last) return;
  const result = await sendForPayouts(fetchPayouts, { query: { before: String(last.requestedAt) } });
  if (result.ok) {
    const payouts = [...state.value.payouts, ...result.data.payouts];
    $payouts.set({ status: 'ready', value: { payouts, more: result.data.more } });
  } else notifyFailure(result.failure);
}

/** The payout that was just requested or is on screen. */
export const $payout = atom<Loadable<Payout>>({ status: 'loading' });

export async function loadPayout(payoutId: string): Promise<void> {
  const result = await sendForPayouts(fetchPayout, { query: { payoutId } });
  $payout.set(result.ok ? { status: 'ready', value: result.data.payout } : { status: 'failed' });
  if (!result.ok) notifyFailure(result.failure);
}

/** The payout being cancelled, so that its button doesn't send twice. */
export const $closingPayoutId = atom<string | null>(null);

export async function closePayout({ id, platform }: Payout): Promise<void> {
  if ($closingPayoutId.get() !== null) return;
  $closingPayoutId.set(id);
  const call = platform === 'dxfeed' ? closeDxfeedPayout : closeRithmicPayout;
  const result = await sendForPayouts(call, { body: { payoutId: id } });
  $closingPayoutId.set(null);
  if (!result.ok) {
    notifyFailure(result.failure);
    return;
  }
  const { payout } = result.data;
  const current = $payout.get();
  if (current.status === 'ready' && current.value.id === id) $payout.set({ status: 'ready', value: payout });
  const list = $payouts.get();
  if (list.status !== 'ready') return;
  const payouts = list.value.payouts.map((each) => (each.id === id ? payout : each));
  $payouts.set({ status: 'ready', value: { ...list.value, payouts } });
}

type RequestForm = {
  readonly amountCents: number;
  readonly destinationId: string;
  readonly busy: boolean;
};

/** One payout request: the server's offer, and the person's choices. */
export function createPayoutRequest(platformAccountId: string) {
  const $offer = atom<Loadable<PayoutOffer> | { readonly status: 'missing' }>({ status: 'loading' });
  const $account = atom<PayoutAccount | null>(null);
  const $destinations = atom<readonly Destination[]>([]);
  const $form = map<RequestForm>({ amountCents: 0, destinationId: '', busy: false });
  /** Resubmitting the same form reuses the key; any change creates a new one. */
  let key = crypto.randomUUID();

  async function load(): Promise<void> {
    const [accounts, payee] = await Promise.all([sendForPayouts(payoutAccounts, {}), sendForPayouts(fetchPayee, {})]);
    if (!accounts.ok) {
      $offer.set({ status: 'failed' });
      notifyFailure(accounts.failure);
      return;
    }
    const account = accounts.data.accounts.find(
      (each) => each.platformAccountId === platformAccountId || each.accountId === platformAccountId,
    );
    if (!account) {
      $offer.set({ status: 'missing' });
      return;
    }
    $account.set(account);
    if (payee.ok) $destinations.set(payee.data.destinations);
    const usable = $destinations.get().find(({ usableAt }) => usableAt <= Date.now()) ?? $destinations.get()[0];
    if ($form.get().destinationId === '' && usable) $form.setKey('destinationId', usable.id);
    await loadOffer(account.accountId);
  }

  async function loadOffer(accountId: string): Promise<void> {
    const { destinationId } = $form.get();
    const query = destinationId === '' ? { accountId } : { accountId, destinationId };
    const result = await sendForPayouts(payoutQuoteCall, { query });
    // Another destination was chosen in the meantime; it has its own figures.
    if ($form.get().destinationId !== destinationId) return;
    if (!result.ok) {
      $offer.set({ status: 'failed' });
      notifyFailure(result.failure);
      return;
    }
    $offer.set({ status: 'ready', value: result.data });
    if ($form.get().amountCents === 0) $form.setKey('amountCents', suggestedCents(result.data));
  }

  function setAmount(amountCents: number): void {
    $form.setKey('amountCents', amountCents);
    key = crypto.randomUUID();
  }

  async function setDestination(destinationId: string): Promise<void> {
    $form.setKey('destinationId', destinationId);
    key = crypto.randomUUID();
    const offer = $offer.get();
    if (offer.status === 'ready') await loadOffer(offer.value.accountId);
  }

  async function submit(quote: PayoutQuote): Promise<void> {
    const offer = $offer.get();
    const { amountCents, destinationId, busy } = $form.get();
    if (busy || offer.status !== 'ready') return;
    const { accountId } = offer.value;
    $form.setKey('busy', true);
    const body = { accountId, amountCents, destinationId, expectedNetCents: quote.netCents };
    const result = await sendForPayouts(requestPayout, { body, idempotencyKey: key });
    $form.setKey('busy', false);
    if (result.ok) {
      $payout.set({ status: 'ready', value: result.data.payout });
      openPayoutPath(`${pathTo('payoutSubmitted', {}, currentLocale())}?payout=${result.data.payout.id}`);
      return;
    }
    notifyFailure(result.failure);
    // The request may have been based on outdated figures.
    await loadOffer(accountId);
  }

  return { $offer, $account, $destinations, $form, load, setAmount, setDestination, submit };
}

export type PayoutRequestStore = ReturnType<typeof createPayoutRequest>;

/** The largest possible amount, or the minimum if the largest would take the account almost to its floor. */
function suggestedCents(offer: PayoutOffer): number {
  const { minimumCents } = offer.facts.terms;
  const { maximumCents } = offer.quote;
  return maximumCents > minimumCents && leavesLittleRoom(quoteFor(offer, maximumCents)) ? minimumCents : maximumCents;
}

/** Computes the figures for an amount from the server's facts. */
export function quoteFor(offer: PayoutOffer, amountCents: number): PayoutQuote {
  return quotePayout(offer.facts, { amountCents, method: offer.quote.method });
}
