/** The programs of accounts, in the order in which screens list them, with the route of each one's page. */
export const programRoutes = {
  classic: 'classicAccounts',
  ascension: 'ascensionAccounts',
  merit: 'meritAccounts',
  premium: 'premiumAccounts',
} as const;

export type Program = keyof typeof programRoutes;

export const programs = Object.keys(programRoutes) as [Program, ...Program[]];

/** The sizes of accounts, smallest first. */
export const sizes = ['25K', '50K', '100K', '150K'] as const;

export type Size = (typeof sizes)[number];
