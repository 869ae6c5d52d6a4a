import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { maxDocumentBytes } from '#shared/core/document.ts';
import { freeText, opaqueId } from '#shared/core/fields.ts';
import { claimKinds, claimStatuses } from './claims.ts';
import { contactTopics, messageMaximumLength } from './contract-contact.ts';
import { attachmentIds, attachmentSchema, namedSubject, ticketSubject, ticketSummary } from './contract-shapes.ts';

/** Guests send the secret of their mailed link as the bearer token; it opens one ticket. */
const requesterErrors = ['no_token', 'token_invalid', 'not_verified', 'ticket_link_expired', 'too_many'] as const;

const message = freeText(messageMaximumLength);

export const fetchTickets = defineCall({
  summary: 'Lists your tickets, last changed first',
  get: 'tickets/fetch',
  data: z.object({ tickets: z.array(ticketSummary) }),
});

export const fetchTicketSubjects = defineCall({
  summary: 'Lists your orders, accounts and payouts that a ticket can be about, newest first',
  get: 'tickets/subjects',
  data: z.object({ subjects: z.array(namedSubject) }),
});

export const fetchClaims = defineCall({
  summary:
    'Lists what you claim from us, newest first: withdrawals, disputes, refunds, payouts and what became of them',
  get: 'claims/fetch',
  data: z.object({
    claims: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        kind: z.enum(claimKinds),
        status: z.enum(claimStatuses),
        isOpen: z.boolean(),
        at: z.int(),
        dueAt: z.nullable(z.int()),
        amountCents: z.nullable(z.int()),
        decisionReason: z.nullable(z.string()),
        ticketId: z.nullable(z.string()),
      }),
    ),
  }),
});

export const openTicket = defineCall({
  summary: 'Opens a ticket about one of your orders, accounts or payouts',
  post: 'tickets/open',
  idempotent: true,
  body: z.object({
    topic: z.enum(contactTopics, 'required'),
    message,
    about: z.optional(ticketSubject),
    attachmentIds,
  }),
  data: z.object({ ticketId: z.string(), number: z.string() }),
});

export const fetchTicket = defineCall({
  summary: 'Returns a ticket with its conversation, to its requester or to a guest with its link',
  get: 'tickets/details',
  access: 'any',
  query: z.object({ ticketId: opaqueId }),
  data: z.object({
    ...ticketSummary.shape,
    about: z.nullable(namedSubject),
    openedAt: z.int(),
    /** Reply deadline; null while nothing waits for us. */
    replyDueAt: z.nullable(z.int()),
    /** Whether the requester can still write; a reply reopens a closed ticket. */
    canReply: z.boolean(),
    /** When it closes if nobody writes; null while it waits for us. */
    closesAt: z.nullable(z.int()),
    messages: z.array(
      z.object({
        id: z.string(),
        author: z.enum(['requester', 'firm']),
        /** The agent’s first name; null for the requester. */
        agent: z.nullable(z.string()),
        text: z.string(),
        at: z.int(),
        attachments: z.array(attachmentSchema),
      }),
    ),
  }),
  errors: [...requesterErrors, 'not_found'],
});

export const replyTicket = defineCall({
  summary: 'Adds a message to a ticket and reopens it if it was closed',
  post: 'tickets/reply',
  access: 'any',
  idempotent: true,
  body: z.object({ ticketId: opaqueId, message, attachmentIds }),
  errors: [...requesterErrors, 'not_found', 'ticket_closed'],
});

export const closeTicket = defineCall({
  summary: 'Closes a ticket that needs no further reply. Repeating the call changes nothing',
  post: 'tickets/close',
  access: 'any',
  body: z.object({ ticketId: opaqueId }),
  errors: [...requesterErrors, 'not_found'],
});

export const attachToTicket = defineCall({
  summary:
    'Uploads a file to send with the next message: JPEG, PNG, WebP or PDF, 10 MB. Unsent files are deleted after a day',
  post: 'tickets/attach',
  access: 'any',
  multipart: true,
  body: z.object({
    document: z.optional(z.file('required').check(z.maxSize(maxDocumentBytes, 'document_size'))),
  }),
  data: z.object({ attachment: attachmentSchema }),
  errors: [...requesterErrors, 'not_found', 'attachment_limit'],
});

export const ticketAttachment = defineCall({
  summary: 'Returns a file of a ticket’s conversation, to its requester or to a guest with its link',
  get: 'tickets/attachments/{attachmentId}',
  access: 'any',
  params: z.object({ attachmentId: opaqueId }),
  mediaType: 'application/octet-stream',
  errors: [...requesterErrors, 'not_found', 'view_only'],
});
