import { dayMs } from '#lib/durations.ts';
import { bankDaysLeft, bankDeadline, resumeBankDeadline } from '#shared/exchange/bank-days.ts';
import type { SupportTerms } from './terms.ts';

/** `open` waits for us and `waiting` for the requester. `answered` is done unless the requester replies. */
export const ticketStatuses = ['open', 'waiting', 'answered', 'closed'] as const;

export type TicketStatus = (typeof ticketStatuses)[number];

export const repliedStatuses = ['waiting', 'answered'] as const satisfies readonly TicketStatus[];

export type RepliedStatus = (typeof repliedStatuses)[number];

/** A note is for staff only. */
export const messageKinds = ['written', 'reply', 'note'] as const;

export type MessageKind = (typeof messageKinds)[number];

/** A ticket's status and deadlines; times are UTC ms. */
export type TicketState = {
  readonly status: TicketStatus;
  readonly openedAt: number;
  /** When we first replied; null before that. */
  readonly firstRepliedAt: number | null;
  /** The deadline of our next reply; null if the ticket isn't waiting for us. */
  readonly replyDueAt: number | null;
  /** The deadline for resolving the ticket; null if it isn't waiting for us. */
  readonly resolutionDueAt: number | null;
  /** The bank days left to resolve it while it waits for the requester: -1 if it was late, null for all of them. */
  readonly resolutionDaysLeft: number | null;
  readonly closedAt: number | null;
  /** When someone last wrote in, closed or reopened it. */
  readonly changedAt: number;
};

export type TicketEvent =
  | { readonly kind: 'written' }
  | { readonly kind: 'replied'; readonly status: RepliedStatus }
  | { readonly kind: 'closed' }
  | { readonly kind: 'merged' }
  | { readonly kind: 'reopened' };

export function openTicketAt(at: number, terms: SupportTerms): TicketState {
  return {
    status: 'open',
    openedAt: at,
    firstRepliedAt: null,
    replyDueAt: bankDeadline(at, terms.firstReplyBankDays),
    resolutionDueAt: bankDeadline(at, terms.resolutionBankDays),
    resolutionDaysLeft: null,
    closedAt: null,
    changedAt: at,
  };
}

/**
 * The ticket after an event. Another message never postpones an existing deadline, and our question only pauses the
 * resolution's; an answered or closed ticket that is opened again gets all the time.
 */
export function transitionTicket(
  ticket: TicketState,
  event: TicketEvent,
  at: number,
  terms: SupportTerms,
): TicketState {
  switch (event.kind) {
    case 'written':
    case 'reopened':
      return {
        ...ticket,
        status: 'open',
        replyDueAt: ticket.replyDueAt ?? bankDeadline(at, replyDays(ticket, terms)),
        resolutionDueAt: ticket.resolutionDueAt ?? resolutionDeadline(ticket, at, terms),
        resolutionDaysLeft: null,
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
        resolutionDaysLeft: event.status === 'waiting' ? daysLeft(ticket, at) : null,
        closedAt: null,
        changedAt: at,
      };
    case 'closed':
    case 'merged':
      return {
        ...ticket,
        status: 'closed',
        replyDueAt: null,
        resolutionDueAt: null,
        resolutionDaysLeft: null,
        closedAt: at,
        changedAt: at,
      };
  }
}

function resolutionDeadline({ resolutionDaysLeft }: TicketState, at: number, terms: SupportTerms): number {
  if (resolutionDaysLeft !== null) return resumeBankDeadline(at, resolutionDaysLeft);
  return bankDeadline(at, terms.resolutionBankDays);
}

function daysLeft({ resolutionDueAt, resolutionDaysLeft }: TicketState, at: number): number | null {
  return resolutionDueAt === null ? resolutionDaysLeft : bankDaysLeft(at, resolutionDueAt);
}

function replyDays(ticket: TicketState, terms: SupportTerms): number {
  return ticket.firstRepliedAt === null ? terms.firstReplyBankDays : terms.nextReplyBankDays;
}

/** Whether the requester can still reply. A ticket closed for more than `reopenDays` can't be reopened. */
export function canReply({ closedAt }: Pick<TicketState, 'closedAt'>, now: number, terms: SupportTerms): boolean {
  return closedAt === null || now < closedAt + terms.reopenDays * dayMs;
}

/** When a ticket closes automatically; null if it is open or closed. */
export function closesAt({ status, changedAt }: TicketState, terms: SupportTerms): number | null {
  return status === 'waiting' || status === 'answered' ? changedAt + terms.closeAfterDays * dayMs : null;
}

export type TicketClock = 'first-reply' | 'next-reply' | 'resolution';

export function listLateClocks(ticket: TicketState, now: number): readonly TicketClock[] {
  const { replyDueAt, resolutionDueAt, firstRepliedAt } = ticket;
  const late: TicketClock[] = [];
  if (replyDueAt !== null && replyDueAt <= now) late.push(firstRepliedAt === null ? 'first-reply' : 'next-reply');
  if (resolutionDueAt !== null && resolutionDueAt <= now) late.push('resolution');
  return late;
}

const maxSubjectLength = 90;

/** A ticket's subject: the first line of its message, shortened at a word boundary. */
export function subjectOf(message: string): string {
  const [line = ''] = message.trim().split('\n');
  const text = line.replace(/\s+/g, ' ').trim();
  if (text.length <= maxSubjectLength) return text;
  const cut = text.slice(0, maxSubjectLength);
  const end = cut.lastIndexOf(' ');
  return `${end > maxSubjectLength / 2 ? cut.slice(0, end) : cut}…`;
}
