import type { BulkActionName, BulkReason } from '../../../contract/office/bulk.ts';
import type { ListRow } from '../../../contract/office/define-list.ts';
import type { Actor, Deps } from '../../deps.ts';
import { retryFailedJob } from '../job/retry.ts';
import { takeRiskAction } from '../risk/take-action.ts';
import { assignTicket } from '../ticket/assign.ts';
import { changeTicketStatus } from '../ticket/change-status.ts';

export type BulkInput = { readonly cause?: string };

/** What an action on many records does to one of them. */
type BulkTarget = {
  /** What people call the record. */
  readonly label: (row: ListRow) => string;
  /** Why it is left out; null if it is done. */
  readonly refuse: (row: ListRow, actor: Actor) => BulkReason | null;
  /** Changes and audits one record, as its own action does. @throws {ServiceError} where that refuses */
  readonly run: (deps: Deps, actor: Actor, id: string, input: BulkInput) => Promise<unknown>;
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
    run: (deps, actor, ticketId) => assignTicket(deps, actor, { ticketId, assigneeId: actor.personId }),
  },
  closeTickets: {
    label: ({ number }) => String(number),
    refuse: ({ status }) => (status === 'closed' ? 'already' : null),
    async run(deps, actor, ticketId) {
      const { version } = await deps.db
        .selectFrom('ticket')
        .select('version')
        .where('id', '=', ticketId)
        .executeTakeFirstOrThrow();
      await changeTicketStatus(deps, actor, { ticketId, version, status: 'closed' });
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

/** Tickets that somebody wrote to or moved since the preview: closing them unread would lose a question. */
export async function listChangedSince(
  { db }: Deps,
  list: string,
  ids: readonly string[],
  since: number,
): Promise<ReadonlySet<string>> {
  if (list !== 'tickets' || ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('ticket')
    .select('id')
    .where('id', 'in', [...ids])
    .where('changed_at', '>', new Date(since))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
