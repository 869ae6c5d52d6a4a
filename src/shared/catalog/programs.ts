/** The programmes of accounts, in the order in which screens list them. */
export const programmes = ['classic', 'ascension', 'merit', 'premium'] as const;

export type Programme = (typeof programmes)[number];

/** The sizes of accounts, smallest first. */
export const sizes = ['25K', '50K', '100K', '150K'] as const;

export type Size = (typeof sizes)[number];
