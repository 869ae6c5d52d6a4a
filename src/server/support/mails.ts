import { pathTo } from '#routes.ts';
import { linkBlock, type MailTemplates, noteBlock, tableBlock, textBlock } from '#server/core/mail/layout.ts';
import type { MailContext } from '#server/core/mail/mail-context.ts';
import type { RepliedStatus, TicketClock } from '#shared/support/ticket.ts';
import type { NewTicket } from './ticket/notify-new.ts';

export type TicketMailValues = {
  /** To staff, in English: a new ticket. */
  'contact-staff': Omit<NewTicket, 'locale' | 'isOwner'>;
  /** We don't send a stranger's text to an unverified address: the mail then only says that a message arrived. */
  'contact-copy': Omit<NewTicket, 'ticketId' | 'email' | 'locale'> & {
    /** The absolute URL of the ticket's page. */
    readonly link: string;
  };
  /** We replied; `name` and `text` are null for an unverified address. */
  'ticket-reply': {
    readonly number: string;
    readonly name: string | null;
    readonly status: RepliedStatus;
    readonly text: string | null;
    readonly link: string;
  };
  /** To staff, in English: a ticket is past a deadline. */
  'ticket-late': {
    readonly ticketId: string;
    readonly number: string;
    readonly clock: TicketClock;
    readonly dueAt: number;
  };
};

/** Keeps a subject on one line, whatever was typed. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

const officeLink = (id: string, { t, url, locale }: MailContext) =>
  linkBlock(t('ticket_office_link'), url(pathTo('officeRecord', { list: 'tickets', id }, locale)));

export const supportTemplates: MailTemplates<TicketMailValues> = {
  'contact-staff': (values, setting) => ({
    subject: setting.t('contact_staff_subject', {
      topic: setting.t(`topic_${values.topic}`),
      name: oneLine(values.name),
    }),
    blocks: [
      textBlock(setting.t('contact_staff_lead')),
      tableBlock([
        { label: setting.t('ticket_number'), value: values.number },
        { label: setting.t('message_name'), value: values.name },
        { label: setting.t('message_email'), value: values.email },
      ]),
      textBlock(values.message),
      officeLink(values.ticketId, setting),
    ],
  }),

  'contact-copy': ({ number, name, topic, message, isOwner, link }, { t }) => ({
    subject: t('contact_copy_subject'),
    greeting: isOwner ? t('greeting', { name: oneLine(name) }) : t('greeting_plain'),
    blocks: [
      textBlock(t(isOwner ? 'contact_copy_lead' : 'contact_copy_plain_lead')),
      tableBlock([
        { label: t('ticket_number'), value: number },
        { label: t('ticket_topic'), value: t(`topic_${topic}`) },
      ]),
      ...(isOwner ? [textBlock(message)] : []),
      linkBlock(t('ticket_link'), link),
      noteBlock(t('message_note')),
    ],
  }),

  'ticket-reply': ({ number, name, status, text, link }, { t }) => ({
    subject: t(`ticket_${status}_subject`, { number }),
    greeting: name === null ? t('greeting_plain') : t('greeting', { name: oneLine(name) }),
    blocks: [
      textBlock(t(`ticket_${status}_lead`, { number })),
      ...(text === null ? [] : [textBlock(text)]),
      linkBlock(t(text === null ? 'ticket_read_link' : 'ticket_link'), link),
      noteBlock(t('ticket_reply_note')),
    ],
  }),

  'ticket-late': (values, setting) => ({
    subject: setting.t('ticket_late_subject', { number: values.number }),
    blocks: [
      textBlock(setting.t(`ticket_late_${values.clock}`)),
      tableBlock([{ label: setting.t('ticket_due'), value: setting.moment(values.dueAt) }]),
      officeLink(values.ticketId, setting),
    ],
  }),
};
