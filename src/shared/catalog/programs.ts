/** The programmes of accounts, in the order in which screens list them, with the route of each one's page. */
export const programmeRoutes = {
  classic: 'classicAccounts',
  ascension: 'ascensionAccounts',
  merit: 'meritAccounts',
  premium: 'premiumAccounts',
} as const;

export type Programme = keyof typeof programmeRoutes;

export const programmes = Object.keys(programmeRoutes) as [Programme, ...Programme[]];

/** The sizes of accounts, smallest first. */
export const sizes = ['25K', '50K', '100K', '150K'] as const;

export type Size = (typeof sizes)[number];
