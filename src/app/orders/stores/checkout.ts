import { atom, map } from 'nanostores';
import { createFormSaver } from '#app/shell/stores/saved-form.ts';
import { $user } from '#app/shell/stores/session.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { createCouponField } from './checkout-coupon.ts';
import { createPrefill } from './checkout-prefill.ts';
import { createQuoteField } from './checkout-quote.ts';
import { applySavedForm, choiceOf, findSavedForm, type SavedForm } from './checkout-saved-form.ts';
import { type Choice, choose } from './checkout-selection.ts';
import { type Buyer, type CheckoutState, emptyBuyer, initialState } from './checkout-state.ts';
import { createSubmission } from './checkout-submit.ts';

/** What the included tax and the contract's language depend on. */
const taxFields: readonly (keyof Buyer)[] = ['country', 'postal_code', 'vat_number'];

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
  const { save, saveSoon, followLinks } = createFormSaver(
    (): SavedForm => ({
      owner: $user.get()?.id ?? null,
      choice: choiceOf($selection.get()),
      coupon: coupon.$coupon.get().typed,
      buyer: $checkout.get().buyer,
    }),
  );

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

  function forgetEarlier(): void {
    $checkout.setKey('earlier', null);
  }

  const form = { $selection, $quote, $checkout, coupon, whenLatest, refreshQuote, save };
  return {
    ...{ $selection, $quote, $checkout, coupon, refreshQuote, select, setBuyer, forgetEarlier, followLinks },
    ...createSubmission(form),
    ...createPrefill(form, before),
  };
}

export type Checkout = ReturnType<typeof createCheckout>;
