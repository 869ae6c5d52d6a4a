import * as z from 'zod/mini';
import { addOn, platform, type Selection } from '../contract/selection.ts';
import { exchanges } from '../domain/order/types.ts';
import { type Choice, choose } from './checkout-selection.ts';

const box = z.literal([0, 1]);

const draft = z.object({
  /** Whose it is; null for somebody who was not signed in. */
  owner: z.nullable(z.string()),
  choice: z.object({
    platform: z.optional(platform),
    addOns: z.optional(z.array(addOn)),
    coupon: z.optional(z.string()),
    professional: z.optional(z.nullable(z.boolean())),
    exchanges: z.optional(z.array(z.enum(exchanges))),
  }),
  buyer: z.object({
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    country: z.string(),
    termsUse: box,
    startNow: box,
  }),
});

type MutableState = z.output<typeof draft>;

/** Browsers count how often a history entry is written: a person's typing is written when it pauses. */
const pauseMs = 400;

/**
 * Keeps what was typed with the page's own entry of the browser's history, so that it stands there again after the back
 * button or a reload. It is gone with the tab, and no other page sees it.
 */
export function createFormSaver(read: () => MutableState) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function keep(): void {
    clearTimeout(timer);
    globalThis.history?.replaceState({ ...globalThis.history.state, draft: read() }, '');
  }

  function saveSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(keep, pauseMs);
  }

  return { keep, saveSoon };
}

/** What was typed here before; null for a page that is new, or where an older version of it wrote. */
export function findDraft(): MutableState | null {
  const kept = draft.safeParse((globalThis.history?.state as { draft?: unknown } | null)?.draft);
  return kept.success ? kept.data : null;
}

export function choiceOf(selection: Selection): MutableState['choice'] {
  return {
    addOns: [...selection.addOns],
    coupon: selection.coupon,
    ...('platform' in selection && { platform: selection.platform }),
    ...('professional' in selection && {
      professional: selection.professional,
      exchanges: [...selection.exchanges],
    }),
  };
}

/** The address says what is bought; only what is chosen on the page is taken from the draft. */
export function resume(selection: Selection, { choice }: MutableState): Selection {
  const chosen = Object.entries(choice).filter(([, value]) => value !== undefined && value !== null);
  return choose(selection, Object.fromEntries(chosen) as Choice);
}
