import type { Actor, Deps } from '#server/core/deps.ts';
import { findSanctionsEdition } from '#server/payouts/payees/find-sanctions-edition.ts';
import { queues } from '#shared/office/contract.ts';
import { officeLists } from '#shared/office/lists.ts';
import { isSanctionsListOld } from '#shared/payouts/payees/sanctions.ts';
import { readQueue } from './lists/read-list.ts';
import { listSources } from './lists/sources.ts';

type Queue = {
  readonly list: (typeof queues)[number]['list'];
  readonly count: number;
  readonly more: boolean;
  readonly oldestAt: number | null;
};

/** What waits for a decision in each list that the person may open. */
export async function readOverview(deps: Deps, { roles }: Actor): Promise<Queue[]> {
  const open = queues.filter(({ list }) => officeLists[list].roles.some((role) => roles.includes(role)));
  return Promise.all(
    open.map(async ({ list, filter }) => ({ list, ...(await readQueue(deps, listSources[list], filter)) })),
  );
}

/** The sanctions list that payees are screened against; null for those who may not open the screenings. */
export function describeSanctionsList(deps: Deps, { roles }: Actor) {
  const { clock } = deps;
  const edition = officeLists.screenings.roles.some((role) => roles.includes(role)) ? findSanctionsEdition(deps) : null;
  return (
    edition && {
      sources: edition.sources.map((source) => ({ ...source })),
      entryCount: edition.entryCount,
      isOld: isSanctionsListOld(edition.sources, clock().getTime()),
      isReadable: edition.problem === null,
    }
  );
}
