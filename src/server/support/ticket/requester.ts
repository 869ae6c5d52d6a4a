import { sql } from 'kysely';
import { type Actor, type Db, type Deps, notFound, ServiceError, type Trx } from '#server/core/deps.ts';
import { findActor } from '#server/people/sessions/find-actor.ts';
import { getViewedActor } from '#server/people/trader-views/find-actor.ts';
import { invalidTokenStatus } from '#shared/core/constants.ts';
import { isTraderViewToken } from '#shared/people/contract-trader-views.ts';
import type { StoredTicket } from '../tables.ts';
import { findGuestTicket, isGuestSecret } from './guest-link.ts';

/** Who may read a ticket besides staff: a person their own tickets, a guest the one of their link. */
export type TicketRequester =
  | { readonly kind: 'person'; readonly personId: string; readonly email: string }
  | { readonly kind: 'guest'; readonly ticketId: string };

export function requesterOf({ personId, email }: Actor): TicketRequester {
  return { kind: 'person', personId, email };
}

/**
 * The requester that a bearer token stands for: a session, a view of a trader's screens, or the secret of a mailed
 * link.
 * @throws {ServiceError} 401 without a token, 403 for an unverified address, 410 for an expired link, 498 for anything
 * else
 */
export async function getTicketRequester(deps: Deps, token: string | undefined): Promise<TicketRequester> {
  if (token === undefined) throw new ServiceError(401, 'no_token');
  if (isTraderViewToken(token)) return requesterOf(await getViewedActor(deps, token));
  if (isGuestSecret(token)) return { kind: 'guest', ticketId: findGuestTicket(deps, token) };
  const actor = token === '' ? null : await findActor(deps, token);
  if (!actor) throw new ServiceError(invalidTokenStatus, 'token_invalid');
  if (!actor.verified) throw new ServiceError(403, 'not_verified');
  return requesterOf(actor);
}

export function uploaderOf(requester: TicketRequester): string {
  return requester.kind === 'person' ? `person:${requester.personId}` : `ticket:${requester.ticketId}`;
}

/** A person's tickets: their own, and those sent from their verified address while they were signed out. */
export function ownedBy({ personId, email }: { readonly personId: string; readonly email: string }) {
  return sql<boolean>`(ticket.person_id = ${personId}
    or (ticket.person_id is null and lower(ticket.email) = ${email.toLowerCase()}))`;
}

/**
 * A requester's ticket, or the one it was merged into.
 * @throws {ServiceError} 404 for an unknown ticket and for other people's
 */
export async function getRequesterTicket(
  executor: Db | Trx,
  requester: TicketRequester,
  ticketId: string,
  { lock = false } = {},
): Promise<StoredTicket> {
  if (requester.kind === 'guest' && requester.ticketId !== ticketId) throw notFound();
  const find = (id: string) =>
    executor
      .selectFrom('ticket')
      .selectAll()
      .where('id', '=', id)
      .$if(requester.kind === 'person', (query) =>
        query.where(ownedBy(requester as TicketRequester & { kind: 'person' })),
      )
      .$if(lock, (query) => query.forUpdate())
      .executeTakeFirst();
  let ticket = await find(ticketId);
  // Agents only merge tickets of one requester, and a merged ticket stays closed, so this ends.
  while (ticket?.merged_into) ticket = await find(ticket.merged_into);
  if (!ticket) throw notFound();
  return ticket;
}
