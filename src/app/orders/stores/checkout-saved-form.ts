import * as z from 'zod/mini';
import { readSavedForm } from '#app/shell/stores/saved-form.ts';
import { orderBuyer, orderChoice, type ProductSelection } from '#shared/orders/contract-selection.ts';
import { type Choice, choose } from './checkout-selection.ts';

const box = z.literal([0, 1]);

const savedForm = z.object({
  /** The person's id; null if signed out. */
  owner: z.nullable(z.string()),
  choice: z.partial(orderChoice),
  /** The text in the coupon field, applied or not. */
  coupon: z.string(),
  buyer: z.extend(orderBuyer, {
    termsUse: box,
    renewalConsent: box,
    /** The express choice of the page's language for the contract. */
    contractInLocale: box,
  }),
});

export type SavedForm = z.output<typeof savedForm>;

/** The form saved in this history entry; null for a new page or an outdated format. */
export function findSavedForm(): SavedForm | null {
  const saved = savedForm.safeParse(readSavedForm());
  return saved.success ? saved.data : null;
}

export function choiceOf(selection: ProductSelection): SavedForm['choice'] {
  return {
    addOns: [...selection.addOns],
    coupon: selection.coupon,
    withoutPromotion: selection.withoutPromotion,
    ...('platform' in selection && { platform: selection.platform }),
    ...('professional' in selection && {
      professional: selection.professional,
      exchanges: [...selection.exchanges],
    }),
  };
}

/** Applies the options of a saved form; the product always comes from the address. */
export function applySavedForm(selection: ProductSelection, { choice }: SavedForm): ProductSelection {
  const chosen = Object.entries(choice).filter(([, value]) => value !== undefined && value !== null);
  return choose(selection, Object.fromEntries(chosen) as Choice);
}
