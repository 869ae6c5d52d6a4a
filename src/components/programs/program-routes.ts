import type { Programme } from '#content/catalog.ts';

/** The page of each programme and its segment in `/evaluations/{type}`. */
export const programmeRoutes = {
  classic: 'classicAccounts',
  ascension: 'ascensionAccounts',
  merit: 'meritAccounts',
  premium: 'premiumAccounts',
} as const satisfies Record<Programme, string>;

export function getEvaluationType(programme: Programme): string {
  return `${programme}-accounts`;
}
