import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { keepForm } from '#app/shell/stores/saved-form.ts';
import { useForm } from '#app/shell/use-form.ts';
import { formatDateTime, formatMoment } from '#lib/format-date-time.ts';
import { pathTo } from '#routes.ts';
import { messageMaximumLength } from '#shared/support/contract-contact.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Form } from '#ui/form.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextArea } from '#ui/text-input.tsx';
import { AttachmentsField } from './attachments-field.tsx';
import styles from './contact.module.css';
import {
  $ticket,
  closeOwnTicket,
  createReplyForm,
  createUploads,
  downloadAttachment,
  type Ticket,
  type TicketLink,
} from './stores/tickets.ts';
import { useTexts } from './texts.ts';
import { TicketBadge } from './ticket-badge.tsx';

/** One conversation, for its author or for a guest with a mailed link. */
export function TicketScreen({ link }: { readonly link: TicketLink }) {
  const { strings, locale } = useTexts();
  const state = useStore($ticket);
  useEffect(() => void $ticket.load(link), [link]);
  const back = (
    <Button
      label={link.secret === undefined ? strings.back : strings.write_new}
      variant="outline"
      size="small"
      href={pathTo('contact', {}, locale)}
    />
  );
  if (state.status === 'loading') return <Skeleton shape="row" count={5} />;
  if (state.status === 'missing') return <Alert kind="error" title={strings.missing_title} actions={back} />;
  if (state.status === 'expired') {
    return (
      <Alert kind="info" title={strings.expired_title} actions={back}>
        {strings.expired_text}
      </Alert>
    );
  }
  if (state.status === 'failed') {
    return <RetryAlert title={strings.ticket_failed} action={strings.retry} onRetry={() => $ticket.load(link)} />;
  }
  const ticket = state.data;
  return (
    <article className={styles.conversation} aria-labelledby="ticket-subject">
      <header className={`stack gap-2 ${styles.header}`}>
        <p className={`muted text-14 tabular ${styles.meta}`}>
          {ticket.number} · {strings[`topic_${ticket.topic}`]}
          {ticket.about && ` · ${strings[`about_${ticket.about.kind}`]} ${ticket.about.name}`}
        </p>
        <h2 id="ticket-subject">{ticket.subject}</h2>
        <p className="cluster gap-2" role="status">
          <TicketBadge status={ticket.status} />
          <span className={`muted text-14 tabular ${styles.meta}`}>
            <Next ticket={ticket} />
          </span>
        </p>
      </header>
      <ol className={styles.messages}>
        {ticket.messages.map((message) => (
          <TicketMessage key={message.id} message={message} secret={link.secret} />
        ))}
      </ol>
      {ticket.canReply ? (
        <ReplyForm link={link} isClosed={ticket.status === 'closed'} />
      ) : (
        <Alert kind="info" title={strings.over_title} />
      )}
      <div className="cluster">
        {back}
        {ticket.status !== 'closed' && (
          <Button label={strings.close} variant="quiet" size="small" onClick={() => void closeOwnTicket(link)} />
        )}
      </div>
    </article>
  );
}

function Next({ ticket }: { readonly ticket: Ticket }) {
  const { strings, t, locale } = useTexts();
  const { replyDueAt, closesAt } = ticket;
  if (replyDueAt !== null) {
    return t('reply_by', { time: formatMoment(replyDueAt, locale) });
  }
  if (closesAt === null) return ticket.canReply ? strings.closed_text : strings.over_title;
  return t('closes_on', { time: formatDateTime(closesAt, locale, { dateStyle: 'long' }) });
}

function ReplyForm({ link, isClosed }: { readonly link: TicketLink; readonly isClosed: boolean }) {
  const { strings } = useTexts();
  const [uploads] = useState(() => createUploads(link.secret));
  const [form] = useState(() => createReplyForm(link, uploads));
  const { errors, busy, field } = useForm(form);
  useEffect(() => keepForm(form, ['message']), [form]);
  const submit = () => {
    form.set('attachmentIds', uploads.listIds());
    return form.submit();
  };
  return (
    <Form className={styles.form} onSubmit={submit}>
      <TextArea
        label={isClosed ? strings.reopen_label : strings.reply_label}
        {...field('message')}
        rows={5}
        maxLength={messageMaximumLength}
      />
      <AttachmentsField uploads={uploads} error={errors.attachmentIds?.[0]} />
      <div className="cluster">
        <Button label={isClosed ? strings.reopen : strings.reply} type="submit" busy={busy} />
      </div>
    </Form>
  );
}

type TicketMessageProps = {
  readonly message: Ticket['messages'][number];
  readonly secret: string | undefined;
};

function TicketMessage({ message, secret }: TicketMessageProps) {
  const { strings, t, locale } = useTexts();
  const { author, agent, text, at, attachments } = message;
  const isFirm = author === 'firm';
  return (
    <li className={classNames(styles.message, isFirm && styles.firm)}>
      <p className={`muted text-14 tabular ${styles.meta}`}>
        <strong>{isFirm ? (agent ?? strings.author_firm) : strings.author_requester}</strong>{' '}
        <time dateTime={new Date(at).toISOString()}>
          {formatDateTime(at, locale, { dateStyle: 'medium', timeStyle: 'short' })}
        </time>
      </p>
      <p className={styles.text}>{text}</p>
      {attachments.length > 0 && (
        <ul className={styles.files}>
          {attachments.map((attachment) => (
            <li key={attachment.id}>
              <Button
                label={attachment.name}
                variant="outline"
                size="small"
                aria-label={t('attach_download_label', { name: attachment.name })}
                onClick={() => void downloadAttachment(attachment, secret)}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
