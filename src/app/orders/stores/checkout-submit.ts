import { atom, type MapStore, type WritableAtom } from 'nanostores';
import type * as z from 'zod/mini';
import { send } from '#app/http/call.ts';
import { goTo } from '#app/shell/stores/navigation.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { invalidTokenStatus } from '#shared/core/constants.ts';
import { createOrder, type duplicateOrder } from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import type { createCouponField } from './checkout-coupon.ts';
import { browserSessionId, type createQuoteField } from './checkout-quote.ts';
import { billedToForm, type CheckoutState, findNewQuestion, initialState, type OrderQuote } from './checkout-state.ts';

/** What a checkout's parts share. */
export type CheckoutForm = Pick<ReturnType<typeof createQuoteField>, '$quote' | 'refreshQuote' | 'whenLatest'> & {
  readonly $selection: WritableAtom<ProductSelection>;
  readonly $checkout: MapStore<CheckoutState>;
  readonly coupon: ReturnType<typeof createCouponField>;
  readonly save: () => void;
};

export function createSubmission({
  $selection,
  $quote,
  $checkout,
  coupon,
  whenLatest,
  refreshQuote,
  save,
}: CheckoutForm) {
  /** Counts the captchas shown; 0 means none is needed. */
  const $captchaRound = atom(0);
  /** The payload of a solved captcha, if the server required one. */
  let captcha = '';
  let attempt = { body: '', key: '' };

  /**
   * Resubmitting the same order reuses the key, so that a double click or a retry after a lost response opens one
   * order.
   */
  function keyFor(body: object): string {
    const text = JSON.stringify(body);
    if (attempt.body !== text) attempt = { body: text, key: crypto.randomUUID() };
    return attempt.key;
  }

  /** @param again 1 if the person knows about the earlier order and wants another */
  async function submit(again: 0 | 1 = 0): Promise<void> {
    const { busy, buyer } = $checkout.get();
    const { quote: seen } = $quote.get();
    if (busy || !seen) return;
    $checkout.set({ ...initialState, buyer, busy: true });
    await whenLatest();
    // The country may have been filled in just now: its buyer first sees what its law asks.
    const asked = findNewQuestion(seen, $quote.get().quote);
    if (asked !== null) {
      $checkout.set({ ...initialState, buyer: $checkout.get().buyer, busy: false, errors: { [asked]: [] } });
      return;
    }
    const isAccepted = await coupon.apply();
    const { quote } = $quote.get();
    if (!isAccepted || !quote) {
      $checkout.set({ ...initialState, buyer: $checkout.get().buyer, busy: false, errors: { coupon: [] } });
      return;
    }
    save();
    const body = {
      ...buyer,
      ...billedToForm(quote.billedTo),
      selection: $selection.get(),
      expectedTotalCents: quote.totalCents,
      again,
      browserSessionId: browserSessionId(),
    } as BodyOf<typeof createOrder>;
    const solved = captcha === '' ? {} : { captcha };
    const result = await send(createOrder, { body: { ...body, ...solved }, idempotencyKey: keyFor(body) });
    if (result.ok) return goTo(result.data.paymentUrl);
    const { failure } = result;
    $checkout.setKey('busy', false);
    if (failure.kind === 'status') $checkout.setKey('errors', failure.fields);
    if (failure.kind === 'status' && failure.fields.captcha) $captchaRound.set($captchaRound.get() + 1);
    if (failure.kind === 'status' && failure.status === 409 && failure.data) {
      const data = failure.data as OrderQuote | z.output<typeof duplicateOrder>;
      if ('earlier' in data) return $checkout.setKey('earlier', data.earlier);
      $quote.set({ status: 'ready', quote: data });
      $checkout.setKey('priceChanged', true);
      return;
    }
    // The screen already says that an invalid token ended the session.
    if (failure.kind === 'canceled' || (failure.kind === 'status' && failure.status === invalidTokenStatus)) return;
    const hasFieldErrors = Object.keys($checkout.get().errors).length > 0;
    if (hasFieldErrors || failure.kind !== 'status') notifyFailure(failure);
    if (hasFieldErrors) return;
    $checkout.setKey('problem', failure.kind === 'status' ? failure.message : '');
    // The reason for the rejection may have changed the price, such as a coupon that someone else has just used up.
    if (failure.kind === 'status' && failure.status === 409) void refreshQuote();
  }

  /** After the back button from the payment page, makes the form work again and open a new order. */
  function restorePage({ persisted }: { persisted: boolean }): void {
    if (!persisted) return;
    attempt = { body: '', key: '' };
    $checkout.setKey('busy', false);
  }

  function setCaptcha(payload: string): void {
    captcha = payload;
  }

  return { $captchaRound, submit, setCaptcha, restorePage };
}
