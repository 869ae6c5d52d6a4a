import * as z from 'zod/mini';
import { currentLocale } from '#app/shell/stores/navigation.ts';
import { splitLocale } from '#routes.ts';
import { addOn, type ProductSelection, platform } from '#shared/orders/contract-selection.ts';
import { exchanges } from '#shared/orders/types.ts';
import { type Choice, choose } from './checkout-selection.ts';

const box = z.literal([0, 1]);

const savedForm = z.object({
  /** The person's id; null if signed out. */
  owner: z.nullable(z.string()),
  choice: z.object({
    platform: z.optional(platform),
    addOns: z.optional(z.array(addOn)),
    coupon: z.optional(z.string()),
    withoutPromotion: z.optional(z.boolean()),
    professional: z.optional(z.nullable(z.boolean())),
    exchanges: z.optional(z.array(z.enum(exchanges))),
  }),
  /** The text in the coupon field, applied or not. */
  coupon: z.string(),
  buyer: z.object({
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    country: z.string(),
    postal_code: z.string(),
    company_name: z.string(),
    vat_number: z.string(),
    termsUse: box,
    startNow: box,
    renewalConsent: box,
    contractInLocale: box,
  }),
});

export type SavedForm = z.output<typeof savedForm>;

/** Browsers limit history updates, so the form is saved when typing pauses. */
const pauseMs = 400;

/**
 * Saves the form in the page's own history entry, so that it survives the back button and a reload. It disappears with
 * the tab, and no other page can read it.
 */
export function createFormSaver(read: () => SavedForm) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function save(): void {
    clearTimeout(timer);
    globalThis.history?.replaceState({ ...globalThis.history.state, form: read() }, '');
  }

  function saveSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(save, pauseMs);
  }

  /**
   * Keeps the form when the language changes: adds the link's address to this page's history together with the form,
   * then reloads. Call the returned function to stop.
   */
  function followLanguageLinks(): () => void {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[hreflang]') : null;
      if (!link || link.origin !== globalThis.location.origin || event.ctrlKey || event.metaKey || event.shiftKey)
        return;
      event.preventDefault();
      save();
      globalThis.history.pushState(globalThis.history.state, '', link.href);
      globalThis.location.reload();
    };
    // Going back to the other language only changes the address, so the page must reload.
    const onPopState = () => {
      if (splitLocale(globalThis.location.pathname).locale !== currentLocale()) globalThis.location.reload();
    };
    globalThis.document.addEventListener('click', onClick);
    globalThis.addEventListener('popstate', onPopState);
    return () => {
      globalThis.document.removeEventListener('click', onClick);
      globalThis.removeEventListener('popstate', onPopState);
    };
  }

  return { save, saveSoon, followLanguageLinks };
}

/** The form saved in this history entry; null for a new page or an outdated format. */
export function findSavedForm(): SavedForm | null {
  const saved = savedForm.safeParse((globalThis.history?.state as { form?: unknown } | null)?.form);
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
