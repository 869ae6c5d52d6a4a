import type { Deps } from '#server/core/deps.ts';
import { isSanctionsListOld, sanctionsListDays } from '#shared/payouts/payees/sanctions.ts';
import { findSanctionsEdition } from './find-sanctions-edition.ts';

/** What the operator must do about the list of sanctioned people; null while it is recent, and outside production. */
export function findSanctionsWarning(deps: Pick<Deps, 'sanctions' | 'clock' | 'env' | 'log'>): string | null {
  const { clock, env } = deps;
  if (!env.production) return null;
  const edition = findSanctionsEdition(deps);
  if (edition === null) return 'There is no sanctions list: every payee waits for staff. Set SANCTIONS_LIST.';
  // This text is public; the path and the line are in the log.
  if (edition.problem !== null) return "The sanctions list can't be read, so no payee can be compared: see the log.";
  if (!isSanctionsListOld(edition.sources, clock().getTime())) return null;
  const sources = edition.sources
    .map(({ name, date }) => (date === null ? `${name}, undated` : `${name} of ${date}`))
    .join('; ');
  return `The sanctions list (${sources === '' ? 'without a source' : sources}) is older than ${sanctionsListDays} days or undated: replace the file that SANCTIONS_LIST names.`;
}
