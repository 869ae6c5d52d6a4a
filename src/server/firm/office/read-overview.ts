import { sql } from 'kysely';
import type { Actor, Deps } from '#server/core/deps.ts';
import { type Queue, readQueue } from '#server/office/lists/read-list.ts';
import { findSanctionsEdition } from '#server/payouts/payees/find-sanctions-edition.ts';
import type { DataOf } from '#shared/core/call.ts';
import { type officeOverview, queues } from '#shared/firm/contract-office.ts';
import { mayOpenList } from '#shared/firm/lists.ts';
import { isSanctionsListOld } from '#shared/payouts/payees/sanctions.ts';
import type { PayoutStatus } from '#shared/payouts/stages.ts';
import { listSources } from './lists.ts';

type Money = NonNullable<DataOf<typeof officeOverview>['money']>;

type NamedQueue = Queue & { readonly list: (typeof queues)[number]['list'] };

/** What waits for a decision in each list that the person may open. */
export async function readOverview(deps: Deps, { roles }: Actor): Promise<NamedQueue[]> {
  const open = queues.filter(({ list }) => mayOpenList(list, roles));
  return Promise.all(
    open.map(async ({ list, filter }) => ({ list, ...(await readQueue(deps, listSources[list], filter)) })),
  );
}

/** What waits for someone in money; null for those who may not open the payouts, or the chargebacks. */
export async function readMoney({ db }: Deps, { roles }: Actor): Promise<Money | null> {
  if (!mayOpenList('payouts', roles)) return null;
  const payouts = (...statuses: readonly PayoutStatus[]) => sql`(
    select coalesce(sum(trader_cents - fee_cents), 0)::bigint from payout where status in (${sql.join(statuses)}))`;
  const disputed = mayOpenList('chargebacks', roles)
    ? sql`(select coalesce(sum(amount_cents), 0)::bigint from payment_dispute where status = 'open')`
    : sql`null`;
  const { rows } = await sql<Money>`select ${payouts('requested', 'in-review')} as "undecidedCents",
    ${payouts('approved')} as "unsentCents", ${payouts('sent')} as "inTransitCents", ${disputed} as "disputedCents"
  `.execute(db);
  return rows[0] ?? null;
}

/** The sanctions list that payees are screened against; null for those who may not open the screenings. */
export function describeSanctionsList(deps: Deps, { roles }: Actor) {
  const { clock } = deps;
  const edition = mayOpenList('screenings', roles) ? findSanctionsEdition(deps) : null;
  return (
    edition && {
      sources: edition.sources.map((source) => ({ ...source })),
      entryCount: edition.entryCount,
      isOld: isSanctionsListOld(edition.sources, clock().getTime()),
      isReadable: edition.problem === null,
    }
  );
}
