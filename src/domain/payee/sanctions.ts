/** When a payee is compared with the sanctions list. */
export const sanctionsCauses = ['first-payout', 'destination', 'batch'] as const;
export type SanctionsCause = (typeof sanctionsCauses)[number];

/** `clear` and `review` are found, `cleared` and `confirmed` decided by staff. */
export const sanctionsStatuses = ['clear', 'review', 'cleared', 'confirmed'] as const;
export type SanctionsStatus = (typeof sanctionsStatuses)[number];

export const sanctionsDecisions = ['cleared', 'confirmed'] as const;
export type SanctionsDecision = (typeof sanctionsDecisions)[number];
