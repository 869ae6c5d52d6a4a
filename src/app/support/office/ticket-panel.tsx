import { useStore } from '@nanostores/react';
import { useContext, useEffect, useState } from 'react';
import { ActionForm } from '#app/office/actions/action-form.tsx';
import { ActionDone } from '#app/office/actions/use-action-dialog.ts';
import { timeText } from '#app/office/cell.tsx';
import { useTexts } from '#app/office/texts.ts';
import { useForm } from '#app/shell/use-form.ts';
import { pathTo } from '#routes.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { officeTicketMerge, officeTicketStatus } from '#shared/support/contract-office.ts';
import { Alert } from '#ui/alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Form } from '#ui/form.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextArea } from '#ui/text-input.tsx';
import {
  $officeTicket,
  assignTicket,
  createAgentNote,
  createAgentReply,
  downloadOfficeAttachment,
  type OfficeTicket,
} from '../stores/office-ticket.ts';
import styles from './ticket.module.css';
import { TicketPresence } from './ticket-presence.tsx';
import { TicketReplyForm } from './ticket-reply-form.tsx';

/** The agents' tools for a ticket: read, reply, note, assign, merge, close and reopen. */
export function TicketPanel({ row }: { readonly row: ListRow }) {
  const { strings, t, locale } = useTexts();
  const { id } = row;
  const onDone = useContext(ActionDone);
  const state = useStore($officeTicket);
  const [reload] = useState(() => () => {
    void $officeTicket.load(id);
    onDone();
  });
  const [reply] = useState(() => createAgentReply(id, reload));
  useEffect(() => void $officeTicket.load(id), [id]);
  if (state.status !== 'ready' && state.status !== 'loading') {
    return <RetryAlert title={strings.failed_title} action={strings.retry} onRetry={reload} />;
  }
  if (state.status === 'loading') return <Skeleton shape="row" count={5} />;
  const ticket = state.data;
  const { version, mergedInto, assignee, agents } = ticket;
  const from = Math.max(
    ticket.messages.findLastIndex(({ kind }) => kind === 'written'),
    0,
  );
  const [newest, earlier] = [ticket.messages.slice(from), ticket.messages.slice(0, from).toReversed()];
  const change = (status: 'closed' | 'open') => ({
    contract: officeTicketStatus,
    initial: { ticketId: id, version, status },
  });
  return (
    <div className={`stack ${styles.conversation}`}>
      {mergedInto && (
        <Alert kind="info" title={t('ticket_merged', { number: mergedInto.number })}>
          <a href={pathTo('officeRecord', { list: 'tickets', id: mergedInto.id }, locale)}>{mergedInto.number}</a>
        </Alert>
      )}
      <TicketPresence ticketId={id} version={version} reply={reply} onReload={reload} />
      <TicketMessages title={strings.ticket_newest} messages={newest} />
      {mergedInto === null && (
        <>
          <TicketReplyForm ticket={ticket} form={reply} name={String(row['name'])} />
          <div className={`cluster ${styles.row}`}>
            <Select
              label={strings.ticket_assign}
              value={assignee?.id ?? ''}
              options={[
                { value: '', label: strings.value_nobody },
                ...agents.map((agent) => ({ value: agent.id, label: agent.name })),
              ]}
              onChange={({ target }) => void assignTicket(id, target.value || null, reload)}
            />
            {row['status'] === 'closed' ? (
              <ActionForm key={`open-${version}`} {...change('open')} action="ticket_reopen" onDone={reload} />
            ) : (
              <ActionForm key={`closed-${version}`} {...change('closed')} action="ticket_close" onDone={reload} />
            )}
            <ActionForm
              contract={officeTicketMerge}
              initial={{ ticketId: id, intoNumber: '' }}
              action="ticket_merge"
              fields={[{ name: 'intoNumber', label: strings.ticket_merge_into, line: 'text' }]}
              onDone={reload}
            />
          </div>
        </>
      )}
      {earlier.length > 0 && <TicketMessages title={strings.ticket_earlier} messages={earlier} />}
      <TicketNoteForm ticketId={id} onDone={reload} />
    </div>
  );
}

/** Messages of a ticket, with notes that only staff see. */
function TicketMessages({ title, messages }: Pick<OfficeTicket, 'messages'> & { readonly title: string }) {
  const { strings } = useTexts();
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ol className={`stack gap-3 ${styles.messages}`}>
        {messages.map(({ id, kind, author, text, at, attachments }) => (
          <li key={id} className={classNames('stack gap-2', styles.message, kind !== 'written' && styles[kind])}>
            <p className={`cluster muted ${styles.meta}`}>
              <strong>
                <bdi>{author}</bdi>
              </strong>
              <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>
              {kind === 'note' && <Badge tone="accent">{strings.ticket_note}</Badge>}
            </p>
            <p className={styles.text} dir="auto">
              {text}
            </p>
            {attachments.length > 0 && (
              <ul className={`stack gap-3 ${styles.files}`}>
                {attachments.map((attachment) => (
                  <li key={attachment.id}>
                    <Button
                      label={attachment.name}
                      variant="outline"
                      size="small"
                      onClick={() => void downloadOfficeAttachment(attachment)}
                    />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function TicketNoteForm({ ticketId, onDone }: { readonly ticketId: string; readonly onDone: () => void }) {
  const { strings } = useTexts();
  const [form] = useState(() => createAgentNote(ticketId, onDone));
  const { busy, field } = useForm(form);
  return (
    <Form className="stack gap-3" onSubmit={form.submit}>
      <TextArea label={strings.ticket_note_label} hint={strings.ticket_note_hint} rows={3} {...field('message')} />
      <div className={`cluster ${styles.row}`}>
        <Button label={strings.ticket_note_add} type="submit" variant="outline" busy={busy} />
      </div>
    </Form>
  );
}
