import type { Deps } from '#server/core/deps.ts';
import type { Sanctions, SanctionsEdition } from '../ports/sanctions/sanctions.ts';

/** The last problem logged for each list, so that the frequent health checks of load balancers log it once. */
const logged = new WeakMap<Sanctions, string | null>();

/** The sources of the list; null if there is none. A problem that makes it unreadable is logged once, for operators. */
export function findSanctionsEdition({ sanctions, log }: Pick<Deps, 'sanctions' | 'log'>): SanctionsEdition | null {
  const edition = sanctions.findEdition();
  const problem = edition?.problem ?? null;
  if (problem !== null && problem !== logged.get(sanctions))
    log.error({ problem }, 'the sanctions list cannot be read');
  logged.set(sanctions, problem);
  return edition;
}
