import { createTemplateVariables, replaceTemplateVariables } from '#content/template-variables.ts';
import { toLocale } from '#i18n/locales.ts';
import type { Deps } from '#server/core/deps.ts';
import type { StoredTicket } from '../tables.ts';

type CannedReply = { readonly id: string; readonly title: string; readonly text: string };

/** The canned replies in the requester's language, with the ticket's number and the requester's name filled in. */
export function fillCannedReplies({ catalog }: Deps, ticket: StoredTicket): CannedReply[] {
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
