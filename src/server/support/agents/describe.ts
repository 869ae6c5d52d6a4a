import { createTemplateVariables, replaceTemplateVariables } from '#content/template-variables.ts';
import { toLocale } from '#i18n/locales.ts';
import { findRow, requireRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { officeTicket } from '#shared/support/contract-office.ts';
import { messageKinds } from '#shared/support/ticket.ts';
import type { StoredTicket } from '../tables.ts';
import { findSubject } from '../ticket/find-subject.ts';
import { readMessages } from '../ticket/read-messages.ts';
import { listAgents } from './list.ts';

type CannedReply = { readonly id: string; readonly title: string; readonly text: string };

/** A ticket as agents see it, private notes included. @throws {ServiceError} 404 */
export async function describeTicketForStaff(deps: Deps, ticketId: string): Promise<DataOf<typeof officeTicket>> {
  const { db } = deps;
  const ticket = await requireRow(db, 'ticket', ticketId);
  const merged =
    ticket.merged_into === null ? undefined : await findRow(db, 'ticket', ticket.merged_into, ['id', 'number']);
  const agents = await listAgents(db);
  const messages = await readMessages(db, ticketId, messageKinds);
  return {
    version: ticket.version,
    about: await findSubject(deps, ticket),
    locale: ticket.locale,
    assignee: agents.find(({ id }) => id === ticket.assignee_id) ?? null,
    mergedInto: merged ?? null,
    agents,
    messages: messages.map(({ firstName, ...message }) => ({
      ...message,
      author: message.kind === 'written' ? ticket.name : (firstName ?? deps.catalog.site.name),
    })),
    cannedReplies: fillCannedReplies(deps, ticket),
  };
}

/** The canned replies in the requester's language, with the ticket's number and the requester's name filled in. */
function fillCannedReplies({ catalog }: Deps, ticket: StoredTicket): CannedReply[] {
  const locale = toLocale(ticket.locale);
  const variables = new Map(createTemplateVariables(catalog, locale));
  variables.set('ticket.number', ticket.number);
  variables.set('ticket.name', ticket.name);
  return catalog.cannedReplies.map(({ id, title, text }) => ({
    id,
    title: title[locale],
    text: replaceTemplateVariables(text[locale], variables, `content/canned-replies.yaml: ${id}`).trim(),
  }));
}
