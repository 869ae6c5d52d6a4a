import type { TicketState } from '#shared/support/ticket.ts';
import type { StoredTicket } from '../tables.ts';

const toMs = (date: Date | null) => date?.getTime() ?? null;
const toDate = (ms: number | null) => (ms === null ? null : new Date(ms));

export function stateOf(ticket: StoredTicket): TicketState {
  return {
    status: ticket.status,
    openedAt: ticket.opened_at.getTime(),
    firstRepliedAt: toMs(ticket.first_replied_at),
    replyDueAt: toMs(ticket.reply_due_at),
    resolutionDueAt: toMs(ticket.resolution_due_at),
    resolutionDaysLeft: ticket.resolution_days_left,
    closedAt: toMs(ticket.closed_at),
    changedAt: ticket.changed_at.getTime(),
  };
}

export function toTicketColumns(state: TicketState) {
  return {
    status: state.status,
    first_replied_at: toDate(state.firstRepliedAt),
    reply_due_at: toDate(state.replyDueAt),
    resolution_due_at: toDate(state.resolutionDueAt),
    resolution_days_left: state.resolutionDaysLeft,
    closed_at: toDate(state.closedAt),
    changed_at: new Date(state.changedAt),
  };
}
