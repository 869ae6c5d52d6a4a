import { decideCommission } from '#server/affiliates/decide-commission.ts';
import { isNull, listRows } from '#server/core/database/rows.ts';
import type { Actor, Deps } from '#server/core/deps.ts';
import { retryFailedJob } from '#server/core/jobs/retry.ts';
import { checkAnnouncementEnd, type SentAnnouncement, sendAnnouncement } from '#server/messages/announcements/send.ts';
import { reviewPayout } from '#server/payouts/approval/apply-staff-step.ts';
import { approvePayout } from '#server/payouts/approval/approve.ts';
import { decideIdentityCheck } from '#server/payouts/payees/decide-identity-check.ts';
import { dismissFinding } from '#server/risk/decide-finding.ts';
import { takeRiskAction } from '#server/risk/take-action.ts';
import { assignTicket } from '#server/support/agents/assign.ts';
import { changeTicketStatus } from '#server/support/agents/change-status.ts';
import type { BulkActionName, BulkReason } from '#shared/firm/bulk-actions.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import type { IdentityReason } from '#shared/payouts/payees/identity-check.ts';

/** The form's input; each action's contract says which fields it needs. */
export type BulkInput = {
  readonly cause?: string;
  readonly reason?: string;
  readonly identityReason?: IdentityReason;
} & Partial<SentAnnouncement>;

/** `runId` is the same for the same input, key and person. */
type RunInput = BulkInput & { readonly runId: string; readonly ticket?: FoundTicket };

/** A ticket as it was when the run started. */
type FoundTicket = { readonly version: number; readonly assigneeId: string | null; readonly isChanged: boolean };

export type FoundTickets = ReadonlyMap<string, FoundTicket>;

type BulkTarget = {
  /** What the record is called on screen. */
  readonly label: (row: ListRow) => string;
  /** Why the record is skipped; null if the action applies. */
  readonly findSkipReason: (row: ListRow, actor: Actor) => BulkReason | null;
  /** The person it reaches; set where one record per person is enough. */
  readonly personOf?: (row: ListRow) => string;
  /** @throws {ServiceError} 422 for input that is invalid for every record */
  readonly check?: (deps: Deps, input: BulkInput) => void;
  /**
   * Changes and audits one record, like the action on a single record.
   * @returns `already` if an earlier attempt did it, `waits` if a second person has to do the same
   * @throws {ServiceError} where the action on a single record does
   */
  readonly run: (deps: Deps, actor: Actor, row: ListRow, input: RunInput) => Promise<unknown>;
};

const announce = {
  check: (deps: Deps, input: BulkInput) => checkAnnouncementEnd(deps, input as SentAnnouncement),
  send: (deps: Deps, actor: Actor, personId: string, { runId, ...input }: RunInput) =>
    sendAnnouncement(deps, actor, personId, { ...(input as SentAnnouncement), id: runId }),
};

/** Risk staff can also suspend accounts that are suspended for another reason or limited to closing positions. */
const suspendable = new Set(['active', 'locked', 'passed', 'suspended']);

/** Statuses of payouts that nobody approves anymore. */
const ended = new Set(['returned', 'rejected', 'canceled']);

/** Skips what no longer waits for the decision. */
const skipUnless =
  (waiting: string) =>
  ({ status }: ListRow): BulkReason | null =>
    status === waiting ? null : 'already';

const labelCommission = ({ order, email }: ListRow) => `${order} (${email})`;

export const bulkTargets: Readonly<Record<BulkActionName, BulkTarget>> = {
  retryJobs: {
    label: ({ job }) => String(job),
    findSkipReason: () => null,
    run: (deps, actor, { id }) => retryFailedJob(deps, actor, id),
  },
  takeTickets: {
    label: ({ number }) => String(number),
    findSkipReason: ({ assignee, status }, { email }) =>
      status === 'closed' ? 'over' : assignee === email ? 'already' : null,
    run: (deps, actor, { id: ticketId }, { ticket }) =>
      assignTicket(deps, actor, { ticketId, assigneeId: actor.personId }, { from: ticket?.assigneeId }),
  },
  closeTickets: {
    label: ({ number }) => String(number),
    findSkipReason: ({ status }) => (status === 'closed' ? 'already' : null),
    async run(deps, actor, { id: ticketId }, { ticket }) {
      if (ticket) await changeTicketStatus(deps, actor, { ticketId, version: ticket.version, status: 'closed' });
    },
  },
  suspendAccounts: {
    label: ({ account }) => String(account),
    findSkipReason: ({ status }) => (suspendable.has(String(status)) ? null : 'over'),
    run: (deps, actor, { id: accountId }, { cause = '' }) =>
      takeRiskAction(deps, actor, { accountId, kind: 'suspend', cause }),
  },
  reviewPayouts: {
    label: ({ number }) => String(number),
    findSkipReason: ({ status }) => (status === 'requested' ? null : 'already'),
    run: (deps, actor, { id }) => reviewPayout(deps, actor, id),
  },
  approvePayouts: {
    label: ({ number }) => String(number),
    findSkipReason: ({ status }) =>
      status === 'in-review'
        ? null
        : status === 'requested'
          ? 'refused'
          : ended.has(String(status))
            ? 'over'
            : 'already',
    run: async (deps, actor, { id }) => (await approvePayout(deps, actor, id)).outcome,
  },
  dismissFindings: {
    label: ({ account, kind }) => `${account} (${kind})`,
    findSkipReason: skipUnless('open'),
    run: (deps, actor, { id: findingId }, { reason = '' }) => dismissFinding(deps, actor, { findingId, reason }),
  },
  retryIdentityChecks: {
    label: ({ email }) => String(email),
    findSkipReason: skipUnless('review'),
    run: (deps, { personId }, { id: checkId }, { identityReason: reason }) =>
      decideIdentityCheck(deps, `person:${personId}`, { checkId, decision: 'retry', reason }),
  },
  allowCommissions: {
    label: labelCommission,
    findSkipReason: skipUnless('review'),
    run: (deps, actor, { id: commissionId }, { reason = '' }) =>
      decideCommission(deps, actor, { commissionId, decision: 'allow', reason }),
  },
  refuseCommissions: {
    label: labelCommission,
    findSkipReason: skipUnless('review'),
    run: (deps, actor, { id: commissionId }, { reason = '' }) =>
      decideCommission(deps, actor, { commissionId, decision: 'refuse', reason }),
  },
  announceToPeople: {
    label: ({ email }) => String(email),
    findSkipReason: ({ status }) => (status === 'verified' ? null : status === 'deleted' ? 'gone' : 'refused'),
    check: announce.check,
    run: (deps, actor, { id }, input) => announce.send(deps, actor, id, input),
  },
  announceToAccounts: {
    label: ({ account, email }) => `${account} (${email})`,
    findSkipReason: () => null,
    personOf: ({ personId }) => String(personId),
    check: announce.check,
    run: (deps, actor, { personId }, input) => announce.send(deps, actor, String(personId), input),
  },
};

/**
 * Accounts that risk has already suspended without an end. The platform, and so the list, may show it a moment later.
 */
export async function listSuspended(
  { db }: Deps,
  action: BulkActionName,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (action !== 'suspendAccounts' || ids.length === 0) return new Set();
  const rows = await listRows(db, 'account_suspension', { account_id: [...ids], reason: 'risk', until: isNull }, [
    'account_id',
  ]);
  return new Set(rows.map(({ account_id: id }) => id));
}

/** Why people can't be sent anything: their account is deleted (`gone`), or not verified yet (`refused`). */
export async function listUnreachable(
  { db }: Deps,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, BulkReason>> {
  if (personIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('person')
    .select(['id', 'deleted_at'])
    .where('id', 'in', [...new Set(personIds)])
    .where((eb) => eb.or([eb('deleted_at', 'is not', null), eb('email_verified_at', 'is', null)]))
    .execute();
  return new Map(rows.map(({ id, deleted_at: deletedAt }) => [id, deletedAt === null ? 'refused' : 'gone']));
}

/**
 * The tickets of a run, and whether one got a message, status or assignee since the preview: closing it unread would
 * lose a question. Each action itself refuses what changes after this.
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
