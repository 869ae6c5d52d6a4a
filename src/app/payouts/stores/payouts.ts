import { atom, computed, map } from 'nanostores';
import * as z from 'zod/mini';
import { currentLocale } from '#app/shell/stores/navigation.ts';
import { createResource, type ResourceState } from '#app/shell/stores/resource.ts';
import { createFormSaver, forgetSavedForm, readSavedForm } from '#app/shell/stores/saved-form.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { readCents } from '#lib/money/read.ts';
import { pathTo } from '#routes.ts';
import type { DataOf } from '#shared/core/call.ts';
import * as calls from '#shared/payouts/contract.ts';
import { fetchPayee } from '#shared/payouts/contract-payees.ts';
import { leavesLittleRoom, quotePayout } from '#shared/payouts/quote.ts';
import type { PayoutQuote } from '#shared/payouts/quote-shape.ts';
import { sendForPayouts } from './access.ts';
import { openPayoutPath } from './location.ts';

export type PayoutAccounts = DataOf<typeof calls.payoutAccounts>;
export type PayoutAccount = PayoutAccounts['accounts'][number];
export type Payout = DataOf<typeof calls.fetchPayouts>['payouts'][number];
export type PayoutOffer = DataOf<typeof calls.payoutQuoteCall>;
export type Requirement = PayoutOffer['requirements'][number];
export type Destination = DataOf<typeof fetchPayee>['destinations'][number];

export const $payoutAccounts = createResource(() => sendForPayouts(calls.payoutAccounts, {}));

export const $payouts = createResource(() => sendForPayouts(calls.fetchPayouts, { query: {} }), {
  more: {
    fetch: ({ payouts }) => {
      const last = payouts.at(-1);
      return last ? sendForPayouts(calls.fetchPayouts, { query: { before: String(last.requestedAt) } }) : null;
    },
    append: (shown, { payouts, more }) => ({ payouts: [...shown.payouts, ...payouts], more }),
  },
});

export const $payout = createResource(async (payoutId: string) => {
  const result = await sendForPayouts(calls.fetchPayout, { query: { payoutId } });
  return result.ok ? { ok: true, data: result.data.payout } : result;
});

/** The payout being canceled, so that its button doesn't send twice. */
export const $closingPayoutId = atom<string | null>(null);

export async function closePayout({ id, platform }: Payout): Promise<void> {
  if ($closingPayoutId.get() !== null) return;
  $closingPayoutId.set(id);
  const result = await sendForPayouts(calls.closePayoutCalls[platform], { body: { payoutId: id } });
  $closingPayoutId.set(null);
  if (!result.ok) return notifyFailure(result.failure);
  const { payout } = result.data;
  $payout.change((shown) => (shown.id === id ? payout : shown));
  $payouts.change(({ payouts, more }) => ({ payouts: payouts.map((each) => (each.id === id ? payout : each)), more }));
}

const savedRequest = z.object({
  /** Zero while the typed amount can't be read, so that nothing else is requested in its place. */
  amountCents: z.int().check(z.nonnegative()),
  /** What is in the field; null for the amount itself. */
  typed: z.nullable(z.string()),
  destinationId: z.string(),
});

type RequestForm = z.output<typeof savedRequest> & { readonly busy: boolean };

export function createPayoutRequest(platformAccountId: string) {
  const $quote = createResource(
    (accountId: string, destinationId: string) =>
      sendForPayouts(calls.payoutQuoteCall, {
        query: { accountId, ...(destinationId === '' ? {} : { destinationId }) },
      }),
    {
      keepsData: true,
      onLoad: (offer) => {
        if ($form.get().amountCents === 0 && $form.get().typed === null)
          $form.setKey('amountCents', suggestedCents(offer));
      },
    },
  );
  const $account = computed($payoutAccounts, ({ data }) => data?.accounts.find(isRequested) ?? null);
  const $offer = computed(
    [$payoutAccounts, $account, $quote],
    (accounts, account, quote): ResourceState<PayoutOffer, 'missing'> => {
      if (accounts.status !== 'ready') return { status: accounts.status };
      return account === null ? { status: 'missing' } : quote;
    },
  );
  const $destinations = atom<readonly Destination[]>([]);
  const saved = savedRequest.safeParse(readSavedForm());
  const initial = saved.success ? saved.data : { amountCents: 0, typed: null, destinationId: '' };
  const $form = map<RequestForm>({ ...initial, busy: false });
  const { save, saveSoon } = createFormSaver(() => $form.get());
  /** Resubmitting the same form reuses the key; any change creates a new one. */
  let key = crypto.randomUUID();

  function change(values: Partial<RequestForm>): void {
    $form.set({ ...$form.get(), ...values });
    key = crypto.randomUUID();
    saveSoon();
  }

  function isRequested(account: PayoutAccount): boolean {
    return account.platformAccountId === platformAccountId || account.accountId === platformAccountId;
  }

  async function load(): Promise<void> {
    const [, payee] = await Promise.all([$payoutAccounts.load(), sendForPayouts(fetchPayee, {})]);
    if ($account.get() === null) return;
    if (payee.ok) $destinations.set(payee.data.destinations);
    const own = $destinations.get();
    const usable = own.find(({ usableAt }) => usableAt <= Date.now()) ?? own[0];
    const isOwn = own.some(({ id }) => id === $form.get().destinationId);
    if (payee.ok && !isOwn) $form.setKey('destinationId', usable?.id ?? '');
    await loadQuote();
  }

  async function loadQuote(): Promise<void> {
    const account = $account.get();
    if (account) await $quote.load(account.accountId, $form.get().destinationId);
  }

  function setAmount(amountCents: number): void {
    change({ amountCents, typed: null });
  }

  function typeAmount(typed: string): void {
    change({ amountCents: readCents(typed, currentLocale()) ?? 0, typed });
  }

  /** What can't be read stays in the field. */
  function showReadAmount(): void {
    if (readCents($form.get().typed ?? '', currentLocale()) !== null) $form.setKey('typed', null);
  }

  async function setDestination(destinationId: string): Promise<void> {
    change({ destinationId });
    await loadQuote();
  }

  async function submit(quote: PayoutQuote): Promise<void> {
    const offer = $offer.get();
    const { amountCents, destinationId, busy } = $form.get();
    if (busy || offer.status !== 'ready') return;
    const { accountId } = offer.data;
    // A session that ends here leads back to this form.
    save();
    $form.setKey('busy', true);
    const body = { accountId, amountCents, destinationId, expectedNetCents: quote.netCents };
    const result = await sendForPayouts(calls.requestPayout, { body, idempotencyKey: key });
    $form.setKey('busy', false);
    if (result.ok) {
      forgetSavedForm();
      $payout.show(result.data.payout, result.data.payout.id);
      openPayoutPath(`${pathTo('payoutSubmitted', {}, currentLocale())}?payout=${result.data.payout.id}`);
      return;
    }
    notifyFailure(result.failure);
    // The request may have been based on outdated figures.
    await loadQuote();
  }

  const amount = { setAmount, typeAmount, showReadAmount };
  return { $offer, $account, $destinations, $form, load, ...amount, setDestination, submit };
}

export type PayoutRequestStore = ReturnType<typeof createPayoutRequest>;

/** The largest possible amount, or the minimum if the largest would take the account almost to its floor. */
function suggestedCents(offer: PayoutOffer): number {
  const { minimumCents } = offer.facts.terms;
  const { maximumCents } = offer.quote;
  return maximumCents > minimumCents && leavesLittleRoom(quoteFor(offer, maximumCents)) ? minimumCents : maximumCents;
}

export function quoteFor(offer: PayoutOffer, amountCents: number): PayoutQuote {
  return quotePayout(offer.facts, { amountCents, method: offer.quote.method });
}
