import { atom } from 'nanostores';
import { readStored } from '#app/http/browser-storage.ts';
import { send } from '#app/http/call.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { storageKeys } from '#shared/core/constants.ts';
import { quoteOrder } from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import type { Buyer, OrderQuoteState } from './checkout-state.ts';

export const browserSessionId = () => readStored(storageKeys.sessionId) ?? undefined;

/** The price of a checkout's selection for its buyer; of several requests, the newest counts. */
export function createQuoteField(selection: () => ProductSelection, buyer: () => Buyer) {
  const $quote = atom<OrderQuoteState>({ status: 'loading', quote: null });
  let pendingQuote: AbortController | undefined;

  /** Requests a quote; undefined if a newer request has replaced this one. */
  async function fetchQuote(quoted: ProductSelection) {
    pendingQuote?.abort();
    pendingQuote = new AbortController();
    const { signal } = pendingQuote;
    $quote.set({ status: 'loading', quote: $quote.get().quote });
    const sendQuote = () => {
      const { country, postal_code, vat_number } = buyer();
      const body = { selection: quoted, country, postal_code, vat_number, browserSessionId: browserSessionId() };
      return send(quoteOrder, { body, signal });
    };
    const answer = await sendQuote();
    // A session that has just expired cancels the call; retry for the guest's price.
    const result = !answer.ok && answer.failure.kind === 'canceled' && !signal.aborted ? await sendQuote() : answer;
    return signal.aborted ? undefined : result;
  }

  /** Ends when the latest requested quote is on screen. */
  let latestQuote: Promise<void> = Promise.resolve();

  function refreshQuote(): Promise<void> {
    latestQuote = loadQuote();
    return latestQuote;
  }

  async function loadQuote(): Promise<void> {
    const result = await fetchQuote(selection());
    if (!result) return;
    if (result.ok) return $quote.set({ status: 'ready', quote: result.data });
    const { failure } = result;
    const status = failure.kind === 'status' ? failure.status : 0;
    const sentences = failure.kind === 'status' ? [...Object.values(failure.fields).flat(), failure.message] : [];
    const blockedReason = status === 409 || status === 422 ? (sentences[0] ?? null) : null;
    $quote.set({ status: 'failed', quote: null, isUnknown: status === 404, blockedReason });
    if (failure.kind !== 'status') notifyFailure(failure);
  }

  return { $quote, fetchQuote, refreshQuote, whenLatest: () => latestQuote };
}
