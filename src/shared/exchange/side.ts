export const sides = ['buy', 'sell'] as const;

export type Side = (typeof sides)[number];
