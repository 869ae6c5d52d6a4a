/** The kinds of conduct that may be held against a trader, in the order the terms list them. */
export const conductCauses = [
  'platform-faults',
  'opposite-trades',
  'account-sharing',
  'limit-evasion',
  'system-abuse',
] as const;

export type ConductCause = (typeof conductCauses)[number];

/** Upheld ends the account; lifted lets it trade again. */
export const conductDecisions = ['upheld', 'lifted'] as const;

export type ConductDecision = (typeof conductDecisions)[number];
