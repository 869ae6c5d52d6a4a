import * as z from 'zod/mini';
import { documentMediaTypes } from '#shared/core/document.ts';
import { freeText, opaqueId } from '#shared/core/fields.ts';
import { contactTopics } from './contract-contact.ts';
import { ticketStatuses } from './ticket.ts';

/** Topic of a ticket: a topic of the contact form, or a suggestion. */
export const ticketTopics = [...contactTopics, 'feature'] as const;

export type TicketTopic = (typeof ticketTopics)[number];

export const ticketSubjectKinds = ['order', 'account', 'payout'] as const;

/** The requester's own order, account or payout that a ticket is about. */
export const ticketSubject = z.object({
  kind: z.enum(ticketSubjectKinds, 'invalid'),
  id: opaqueId,
});

/** The same with the name people know it by: an order's or payout's number, or the platform's account number. */
export const namedSubject = z.object({ kind: z.enum(ticketSubjectKinds), id: z.string(), name: z.string() });

export type NamedSubject = z.output<typeof namedSubject>;

export const attachmentSchema = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.enum(documentMediaTypes),
  sizeBytes: z.int(),
});

export type Attachment = z.output<typeof attachmentSchema>;

/** Previously uploaded attachments that go with a message. */
export const attachmentIds = z._default(z.array(opaqueId).check(z.maxLength(5, 'too_many_files')), []);

export const ticketText = freeText(5_000);

export const ticketSummary = z.object({
  id: z.string(),
  number: z.string(),
  topic: z.enum(ticketTopics),
  subject: z.string(),
  status: z.enum(ticketStatuses),
  changedAt: z.int(),
});

export type TicketSummary = z.output<typeof ticketSummary>;
