import { type MapStore, map } from 'nanostores';
import type { Result } from '#app/http/call.ts';
import type { Failure } from '#app/http/failure.ts';
import { normalizeCouponCode } from '#lib/spelled-code.ts';
import type { quoteOrder } from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import type { OrderQuoteState } from './checkout-state.ts';

export type CouponField = {
  readonly typed: string;
  readonly busy: boolean;
  /**
   * Why the code couldn't be checked, in the reader's language; empty if the server wasn't reached; null without a
   * problem.
   */
  readonly problem: string | null;
};

type Options = {
  readonly typed: string;
  readonly selection: { get(): ProductSelection; set(value: ProductSelection): void };
  readonly quote: { get(): OrderQuoteState; set(value: OrderQuoteState): void };
  readonly fetchQuote: (selection: ProductSelection) => Promise<Result<typeof quoteOrder> | undefined>;
};

function sentenceOf(failure: Failure): string {
  if (failure.kind !== 'status') return '';
  return Object.values(failure.fields).flat()[0] ?? failure.message;
}

/** The coupon field. A code that is rejected or can't be checked never removes the price on screen. */
export function createCouponField({ typed, selection, quote, fetchQuote }: Options) {
  const $coupon: MapStore<CouponField> = map({ typed, busy: false, problem: null });
  /** Counts the checks, because only the newest one applies. */
  let checks = 0;

  function type(next: string): void {
    $coupon.set({ ...$coupon.get(), typed: next, problem: null });
  }

  const isChecked = () => normalizeCouponCode($coupon.get().typed) === normalizeCouponCode(selection.get().coupon);

  /**
   * Checks the typed code, unless the price on screen already reflects it.
   * @returns whether the order can go on: a code that has just been rejected stops it once
   */
  async function apply(): Promise<boolean> {
    if (isChecked()) return true;
    const { typed: code } = $coupon.get();
    checks += 1;
    const checkNumber = checks;
    $coupon.set({ typed: code, busy: true, problem: null });
    let nextSelection: ProductSelection;
    let result: Awaited<ReturnType<typeof fetchQuote>>;
    do {
      nextSelection = { ...selection.get(), coupon: code.trim() };
      result = await fetchQuote(nextSelection);
      // A quote for another country or platform replaced this one, so ask again with the new selection.
    } while (result === undefined && checkNumber === checks);
    if (checkNumber !== checks) return false;
    if (result?.ok) {
      selection.set(nextSelection);
      quote.set({ status: 'ready', quote: result.data });
    }
    const problem = result === undefined || result.ok ? null : sentenceOf(result.failure);
    $coupon.set({ ...$coupon.get(), busy: false, problem });
    return result?.ok === true && (result.data.coupon === 'applied' || result.data.coupon === 'none');
  }

  async function remove(): Promise<boolean> {
    type('');
    return apply();
  }

  return { $coupon, type, apply, remove };
}
