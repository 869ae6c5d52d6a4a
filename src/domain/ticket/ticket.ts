import { bankDeadline } from '../calendar/bank-days.ts';
import type { SupportTerms } from './terms.ts';

/** `open` waits for us, `waiting` for the writer; `answered` needs nothing more unless the writer disagrees. */
export const ticketStatuses = ['open', 'waiting', 'answered', 'closed'] as const;

export type TicketStatus = (typeof ticketStatuses)[number];

/** What an agent's reply leaves a ticket as. */
export const repliedStatuses = ['waiting', 'answered'] as const satisfies readonly TicketStatus[];

export type RepliedStatus = (typeof repliedStatuses)[number];

/** A ticket's status and clocks; times are milliseconds since the epoch. */
export type TicketState = {
  readonly status: TicketStatus;
  readonly openedAt: number;
  /** When we first replied; null until then. */
  readonly firstRepliedAt: number | null;
  /** Until when we reply; null while nothing waits for us. */
  readonly replyDueAt: number | null;
  /** Until when it is answered for good; null while that isn't up to us. */
  readonly resolutionDueAt: number | null;
  readonly closedAt: number | null;
  /** When somebody last wrote, closed or reopened it. */
  readonly changedAt: number;
};

export type TicketEvent =
  | { readonly kind: 'written' }
  | { readonly kind: 'replied'; readonly status: RepliedStatus }
  | { readonly kind: 'closed' }
  | { readonly kind: 'reopened' };

const dayMs = 86_400_000;

export function openTicketAt(at: number, terms: SupportTerms): TicketState {
  return {
    status: 'open',
    openedAt: at,
    firstRepliedAt: null,
    replyDueAt: bankDeadline(at, terms.firstReplyBankDays),
    resolutionDueAt: bankDeadline(at, terms.resolutionBankDays),
    closedAt: null,
    changedAt: at,
  };
}

/** The ticket after an event. A later message never postpones a reply that is already due. */
export function moveTicket(ticket: TicketState, event: TicketEvent, at: number, terms: SupportTerms): TicketState {
  switch (event.kind) {
    case 'written':
    case 'reopened':
      return {
        ...ticket,
        status: 'open',
        replyDueAt: ticket.replyDueAt ?? bankDeadline(at, replyDays(ticket, terms)),
        resolutionDueAt: ticket.resolutionDueAt ?? bankDeadline(at, terms.resolutionBankDays),
        closedAt: null,
        changedAt: at,
      };
    case 'replied':
      return {
        ...ticket,
        status: event.status,
        firstRepliedAt: ticket.firstRepliedAt ?? at,
        replyDueAt: null,
        resolutionDueAt: null,
        closedAt: null,
        changedAt: at,
      };
    case 'closed':
      return { ...ticket, status: 'closed', replyDueAt: null, resolutionDueAt: null, closedAt: at, changedAt: at };
  }
}

function replyDays(ticket: TicketState, terms: SupportTerms): number {
  return ticket.firstRepliedAt === null ? terms.firstReplyBankDays : terms.nextReplyBankDays;
}

/** Whether the writer can still write: a ticket that closed long ago stays as it is. */
export function mayWrite({ closedAt }: Pick<TicketState, 'closedAt'>, now: number, terms: SupportTerms): boolean {
  return closedAt === null || now < closedAt + terms.reopenDays * dayMs;
}

/** When a ticket closes by itself; null while it waits for us. */
export function closesAt({ status, changedAt }: TicketState, terms: SupportTerms): number | null {
  return status === 'waiting' || status === 'answered' ? changedAt + terms.closeAfterDays * dayMs : null;
}

export type TicketClock = 'first-reply' | 'next-reply' | 'resolution';

/** Deadlines that have passed. */
export function listLateClocks(ticket: TicketState, now: number): readonly TicketClock[] {
  const { replyDueAt, resolutionDueAt, firstRepliedAt } = ticket;
  const late: TicketClock[] = [];
  if (replyDueAt !== null && replyDueAt <= now) late.push(firstRepliedAt === null ? 'first-reply' : 'next-reply');
  if (resolutionDueAt !== null && resolutionDueAt <= now) late.push('resolution');
  return late;
}

const longestSubject = 90;

/** A ticket's subject: the first line of its message, cut at a word. */
export function subjectOf(message: string): string {
  const [line = ''] = message.trim().split('\n');
  const text = line.replace(/\s+/g, ' ').trim();
  if (text.length <= longestSubject) return text;
  const cut = text.slice(0, longestSubject);
  const end = cut.lastIndexOf(' ');
  return `${end > longestSubject / 2 ? cut.slice(0, end) : cut}…`;
}
