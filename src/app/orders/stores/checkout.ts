import { atom, map } from 'nanostores';
import type * as z from 'zod/mini';
import { send } from '#app/http/call.ts';
import { consumeQuery, goTo } from '#app/shell/stores/navigation.ts';
import { createFormSaver } from '#app/shell/stores/saved-form.ts';
import { $user } from '#app/shell/stores/session.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { invalidTokenStatus } from '#shared/core/constants.ts';
import type { User } from '#shared/core/envelope.ts';
import { createOrder, type duplicateOrder, orderForm } from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { createCouponField } from './checkout-coupon.ts';
import { browserSessionId, createQuoteField } from './checkout-quote.ts';
import { applySavedForm, choiceOf, findSavedForm, type SavedForm } from './checkout-saved-form.ts';
import { type Choice, choose } from './checkout-selection.ts';
import {
  type Buyer,
  billedToForm,
  type CheckoutState,
  emptyBuyer,
  findNewQuestion,
  initialState,
  type OrderQuote,
} from './checkout-state.ts';

/** What the included tax and the contract's language depend on. */
const taxFields: readonly (keyof Buyer)[] = ['country', 'postal_code', 'vat_number'];

/** A signed-in buyer's details; what was typed stays. */
const prefill = (buyer: Buyer, user: User): Buyer => ({
  ...buyer,
  email: user.email,
  first_name: buyer.first_name || user.first_name,
  last_name: buyer.last_name || user.last_name,
  latin_name: buyer.latin_name || (user.latin_name ?? ''),
  country: buyer.country || user.country,
  postal_code: buyer.country ? buyer.postal_code : (user.postal_code ?? ''),
});

/** One checkout: selection, quote, buyer and the redirect to the payment page. */
export function createCheckout(initial: ProductSelection) {
  const before = findSavedForm();
  const $selection = atom<ProductSelection>(before ? applySavedForm(initial, before) : initial);
  const $checkout = map<CheckoutState>({
    ...initialState,
    buyer: before?.owner === null ? before.buyer : emptyBuyer,
    busy: false,
  });
  const { $quote, fetchQuote, refreshQuote, whenLatest } = createQuoteField(
    () => $selection.get(),
    () => $checkout.get().buyer,
  );
  /** Counts the captchas shown; 0 means none is needed. */
  const $captchaRound = atom(0);
  const { save, saveSoon, followLinks } = createFormSaver(
    (): SavedForm => ({
      owner: $user.get()?.id ?? null,
      choice: choiceOf($selection.get()),
      coupon: coupon.$coupon.get().typed,
      buyer: $checkout.get().buyer,
    }),
  );
  /** The payload of a solved captcha, if the server required one. */
  let captcha = '';
  let attempt = { body: '', key: '' };

  const coupon = createCouponField({
    typed: before?.coupon ?? $selection.get().coupon,
    selection: $selection,
    quote: $quote,
    fetchQuote: async (selection) => {
      const shown = $quote.get();
      const result = await fetchQuote(selection);
      if (result && !result.ok) $quote.set(shown);
      saveSoon();
      return result;
    },
  });

  function select(choice: Choice): Promise<void> {
    $selection.set(choose($selection.get(), choice));
    saveSoon();
    return refreshQuote();
  }

  function setBuyer<Field extends keyof Buyer>(field: Field, value: Buyer[Field]): void {
    const { buyer, errors } = $checkout.get();
    $checkout.setKey('buyer', { ...buyer, [field]: value });
    // Errors that stay are the same object, so that only what shows them renders.
    const { [field]: corrected, ...others } = errors;
    if (corrected) $checkout.setKey('errors', others);
    saveSoon();
    if (taxFields.includes(field)) void refreshQuote();
  }

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

  async function restore(): Promise<void> {
    const linked = consumeQuery('coupon');
    if (linked && before === null) {
      coupon.type(linked);
      await coupon.apply();
    }
    const orderId = consumeQuery('order');
    if (orderId === null || before !== null) return;
    const result = await send(orderForm, { body: { orderId, browserSessionId: browserSessionId() } });
    // Anything typed in the meantime takes precedence; another person's link fills in nothing.
    if (!result.ok || $checkout.get().buyer.email !== ($user.get()?.email ?? '')) return;
    const { choice, buyer } = result.data;
    const restored: SavedForm = {
      owner: null,
      choice,
      coupon: choice.coupon,
      buyer: { ...buyer, termsUse: 1, renewalConsent: 0, contractInLocale: 0 },
    };
    $selection.set(applySavedForm($selection.get(), restored));
    coupon.type(choice.coupon);
    $checkout.setKey('buyer', restored.buyer);
    save();
    await refreshQuote();
  }

  function setCaptcha(payload: string): void {
    captcha = payload;
  }

  function forgetEarlier(): void {
    $checkout.setKey('earlier', null);
  }

  /** Prefills a signed-in buyer's details and keeps typed values. Call the returned function to stop. */
  function followUser(): () => void {
    let ownForm = before;
    return $user.subscribe((user) => {
      if (!user) return;
      const buyer = ownForm?.owner === user.id ? ownForm.buyer : $checkout.get().buyer;
      ownForm = null;
      $checkout.setKey('buyer', prefill(buyer, user));
      if (!buyer.country && user.country) void refreshQuote();
    });
  }

  /** After the back button from the payment page, makes the form work again and open a new order. */
  function restorePage({ persisted }: { persisted: boolean }): void {
    if (!persisted) return;
    attempt = { body: '', key: '' };
    $checkout.setKey('busy', false);
  }

  return {
    $selection,
    $quote,
    $checkout,
    $captchaRound,
    refreshQuote,
    select,
    setBuyer,
    setCaptcha,
    submit,
    forgetEarlier,
    restore,
    followLinks,
    coupon,
    followUser,
    restorePage,
  };
}

export type Checkout = ReturnType<typeof createCheckout>;
