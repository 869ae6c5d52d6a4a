import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId, requiredToken } from '#shared/core/fields.ts';
import { supportRoles } from '#shared/core/staff-roles.ts';
import { attachmentSchema, namedSubject, ticketText } from './contract-shapes.ts';
import { messageKinds, repliedStatuses } from './ticket.ts';

const access = { roles: supportRoles } as const;

/** The version the agent has read; the call is refused if it is outdated. */
const version = z.int('required');

export const officeTicket = defineCall({
  summary: 'Returns a ticket as agents see it, with internal notes and the agents who have it open',
  get: 'admin/tickets/conversation',
  access,
  query: z.object({ ticketId: opaqueId }),
  data: z.object({
    version: z.int(),
    about: z.nullable(namedSubject),
    locale: z.string(),
    assignee: z.nullable(z.object({ id: z.string(), name: z.string() })),
    /** The ticket its messages were moved to; null unless merged. */
    mergedInto: z.nullable(z.object({ id: z.string(), number: z.string() })),
    agents: z.array(z.object({ id: z.string(), name: z.string() })),
    messages: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(messageKinds),
        author: z.string(),
        text: z.string(),
        at: z.int(),
        attachments: z.array(attachmentSchema),
      }),
    ),
    /** In the requester’s language, with the ticket’s own name and number filled in. */
    cannedReplies: z.array(z.object({ id: z.string(), title: z.string(), text: z.string() })),
  }),
  errors: ['not_found'],
});

export const officeTicketReply = defineCall({
  summary: 'Replies to the requester by email and on their ticket page',
  post: 'admin/tickets/reply',
  access,
  idempotent: true,
  body: z.object({ ticketId: opaqueId, version, message: ticketText, status: z.enum(repliedStatuses, 'required') }),
  errors: ['not_found', 'ticket_changed', 'ticket_merged'],
});

export const officeTicketNote = defineCall({
  summary: 'Adds a note that only staff can read',
  post: 'admin/tickets/note',
  access,
  idempotent: true,
  body: z.object({ ticketId: opaqueId, message: ticketText }),
  errors: ['not_found'],
});

export const officeTicketAssign = defineCall({
  summary: 'Assigns a ticket to an agent, or removes the assignment',
  post: 'admin/tickets/assign',
  access,
  body: z.object({ ticketId: opaqueId, assigneeId: z.nullable(opaqueId) }),
  errors: ['not_found'],
});

export const officeTicketMerge = defineCall({
  summary: 'Moves a ticket’s messages into another ticket of the same requester and closes it',
  post: 'admin/tickets/merge',
  destructive: true,
  access,
  body: z.object({ ticketId: opaqueId, intoNumber: requiredToken(20) }),
  data: z.object({ intoId: z.string() }),
  errors: ['not_found', 'ticket_merged', 'ticket_merge_requester'],
});

export const officeTicketStatus = defineCall({
  summary: 'Closes a ticket without a reply, or reopens it',
  post: 'admin/tickets/status',
  access,
  body: z.object({ ticketId: opaqueId, version, status: z.enum(['closed', 'open'], 'required') }),
  errors: ['not_found', 'ticket_changed', 'ticket_merged', 'claim_undecided'],
});

export const officeTicketPresence = defineCall({
  summary: 'Reports that you have a ticket open and returns who else has. Call it every ten seconds',
  post: 'admin/tickets/presence',
  access,
  body: z.object({ ticketId: opaqueId, writing: z.boolean('required') }),
  data: z.object({
    version: z.int(),
    others: z.array(z.object({ name: z.string(), writing: z.boolean() })),
  }),
  errors: ['not_found'],
});

export const officeTicketAttachment = defineCall({
  summary: 'Returns a file a requester sent. Each access is audited',
  get: 'admin/tickets/attachments/{attachmentId}',
  access,
  params: z.object({ attachmentId: opaqueId }),
  mediaType: 'application/octet-stream',
  errors: ['not_found'],
});
