import type { BulkActionName, BulkReason } from '../../../contract/office/bulk.ts';
import type { ListRow } from '../../../contract/office/define-list.ts';
import type { Actor, Deps } from '../../deps.ts';
import { retryFailedJob } from '../job/retry.ts';
import { takeRiskAction } from '../risk/take-action.ts';
import { assignTicket } from '../ticket/assign.ts';
import { changeTicketStatus } from '../ticket/change-status.ts';

export type BulkInput = { readonly cause?: string };

/** A ticket as the run found it. */
type FoundTicket = { readonly version: number; readonly assigneeId: string | null; readonly isChanged: boolean };

export type FoundTickets = ReadonlyMap<string, FoundTicket>;

/** What an action on many records does to one of them. */
type BulkTarget = {
  /** What people call the record. */
  readonly label: (row: ListRow) => string;
  /** Why it is left out; null if it is done. */
  readonly refuse: (row: ListRow, actor: Actor) => BulkReason | null;
  /** Changes and audits one record, as its own action does. @throws {ServiceError} where that refuses */
  readonly run: (deps: Deps, actor: Actor, id: string, input: BulkInput & { ticket?: FoundTicket }) => Promise<unknown>;
};

const trading = new Set(['active', 'locked', 'passed']);

export const bulkTargets: Readonly<Record<BulkActionName, BulkTarget>> = {
  retryJobs: {
    label: ({ job }) => String(job),
    refuse: () => null,
    run: retryFailedJob,
  },
  takeTickets: {
    label: ({ number }) => String(number),
    refuse: ({ assignee, status }, { email }) => (status === 'closed' ? 'over' : assignee === email ? 'already' : null),
    run: (deps, actor, ticketId, { ticket }) =>
      assignTicket(deps, actor, { ticketId, assigneeId: actor.personId }, { from: ticket?.assigneeId }),
  },
  closeTickets: {
    label: ({ number }) => String(number),
    refuse: ({ status }) => (status === 'closed' ? 'already' : null),
    async run(deps, actor, ticketId, { ticket }) {
      if (ticket) await changeTicketStatus(deps, actor, { ticketId, version: ticket.version, status: 'closed' });
    },
  },
  suspendAccounts: {
    label: ({ account }) => String(account),
    refuse: ({ status }) => (status === 'suspended' ? 'already' : trading.has(String(status)) ? null : 'over'),
    run: (deps, actor, accountId, { cause = '' }) => takeRiskAction(deps, actor, { accountId, kind: 'suspend', cause }),
  },
};

/** Accounts that are to stay suspended: the platform, and so the list, may know it a moment later. */
export async function listSuspended(
  { db }: Deps,
  action: BulkActionName,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (action !== 'suspendAccounts' || ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('account_suspension')
    .select('account_id')
    .where('account_id', 'in', [...ids])
    .where('why', '=', 'risk')
    .where('until', 'is', null)
    .execute();
  return new Set(rows.map(({ account_id: id }) => id));
}

/**
 * The tickets of a run, and whether somebody wrote to one, moved it or was given it since the preview: closing it unread
 * would lose a question. What changes after this is refused by each action itself.
 */
export async function findTickets(
  { db }: Deps,
  { personId }: Pick<Actor, 'personId'>,
  { list, ids, since }: { readonly list: string; readonly ids: readonly string[]; readonly since: number },
): Promise<FoundTickets> {
  if (list !== 'tickets' || ids.length === 0) return new Map();
  const at = new Date(since);
  const rows = await db
    .selectFrom('ticket')
    .select(['id', 'version', 'assignee_id', 'changed_at'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('audit')
            .select('audit.id')
            .where('entity', '=', 'ticket')
            .whereRef('entity_id', '=', 'ticket.id')
            .where('action', '=', 'ticket-assigned')
            .where('actor', '<>', `person:${personId}`)
            .where('at', '>', at),
        )
        .as('is_reassigned'),
    )
    .where('id', 'in', [...ids])
    .execute();
  return new Map(
    rows.map(({ id, version, assignee_id: assigneeId, changed_at: changedAt, is_reassigned: isReassigned }) => [
      id,
      { version, assigneeId, isChanged: Boolean(isReassigned) || changedAt > at },
    ]),
  );
}
