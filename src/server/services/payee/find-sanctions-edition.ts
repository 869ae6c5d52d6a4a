import type { Deps } from '../../deps.ts';
import type { Sanctions, SanctionsEdition } from '../../ports/sanctions/sanctions.ts';

/** The last problem logged for each list: load balancers ask every other second, and it is logged once. */
const logged = new WeakMap<Sanctions, string | null>();

/** Where the list comes from, null without one; why it can't be read is logged once, for operators only. */
export function findSanctionsEdition({ sanctions, log }: Pick<Deps, 'sanctions' | 'log'>): SanctionsEdition | null {
  const edition = sanctions.findEdition();
  const problem = edition?.problem ?? null;
  if (problem !== null && problem !== logged.get(sanctions))
    log.error({ problem }, 'the sanctions list cannot be read');
  logged.set(sanctions, problem);
  return edition;
}
