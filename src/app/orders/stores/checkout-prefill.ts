import { send } from '#app/http/call.ts';
import { consumeQuery } from '#app/shell/stores/navigation.ts';
import { $user } from '#app/shell/stores/session.ts';
import type { User } from '#shared/core/envelope.ts';
import { orderForm } from '#shared/orders/contract.ts';
import { browserSessionId } from './checkout-quote.ts';
import { applySavedForm, type SavedForm } from './checkout-saved-form.ts';
import type { Buyer } from './checkout-state.ts';
import type { CheckoutForm } from './checkout-submit.ts';

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

/** Fills in what is known: an order that a link names, and who is signed in. @param before the form as it was left */
export function createPrefill(
  { $selection, $checkout, coupon, refreshQuote, save }: CheckoutForm,
  before: SavedForm | null,
) {
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

  return { restore, followUser };
}
