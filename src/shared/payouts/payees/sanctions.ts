import { dayMs } from '#lib/durations.ts';

export const sanctionsCauses = ['first-payout', 'destination', 'batch', 'payment'] as const;
export type SanctionsCause = (typeof sanctionsCauses)[number];

/** `clear` and `review` are results of the check; `cleared` and `confirmed` are staff decisions. */
export const sanctionsStatuses = ['clear', 'review', 'cleared', 'confirmed'] as const;

export const sanctionsDecisions = ['cleared', 'confirmed'] as const;

/** The maximum age of a sanctions list. The lists change several times a week. */
export const sanctionsListDays = 7;

/** Whether one of a list's sources is too old or undated. */
export function isSanctionsListOld(sources: readonly { readonly date: string | null }[], now: number): boolean {
  const isOld = (date: string | null) => date === null || now - Date.parse(date) > (sanctionsListDays + 1) * dayMs;
  return sources.length === 0 || sources.some(({ date }) => isOld(date));
}
