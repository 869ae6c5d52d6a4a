import type { TicketState } from '../../../domain/ticket/ticket.ts';
import type { StoredTicket } from '../../db/ticket-tables.ts';

const at = (moment: Date | null) => moment?.getTime() ?? null;
const moment = (ms: number | null) => (ms === null ? null : new Date(ms));

/** A stored ticket's status and clocks. */
export function stateOf(ticket: StoredTicket): TicketState {
  return {
    status: ticket.status,
    openedAt: ticket.opened_at.getTime(),
    firstRepliedAt: at(ticket.first_replied_at),
    replyDueAt: at(ticket.reply_due_at),
    resolutionDueAt: at(ticket.resolution_due_at),
    closedAt: at(ticket.closed_at),
    changedAt: ticket.changed_at.getTime(),
  };
}

/** The columns of a status and its clocks. */
export function columnsOf(state: TicketState) {
  return {
    status: state.status,
    first_replied_at: moment(state.firstRepliedAt),
    reply_due_at: moment(state.replyDueAt),
    resolution_due_at: moment(state.resolutionDueAt),
    closed_at: moment(state.closedAt),
    changed_at: new Date(state.changedAt),
  };
}
