import { timeText } from '#app/office/cell.tsx';
import { useTexts } from '#app/office/texts.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { downloadOfficeAttachment, type OfficeTicket } from '../stores/office-ticket.ts';
import styles from './ticket.module.css';

/** The messages of a ticket, with notes that only staff see. */
export function TicketConversation({ messages }: Pick<OfficeTicket, 'messages'>) {
  const { strings } = useTexts();
  return (
    <section aria-labelledby="ticket-conversation">
      <h2 id="ticket-conversation">{strings.ticket_conversation}</h2>
      <ol className={styles.messages}>
        {messages.map(({ id, kind, author, text, at, attachments }) => (
          <li key={id} className={classNames(styles.message, kind !== 'written' && styles[kind])}>
            <p className={styles.meta}>
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
              <ul className={styles.files}>
                {attachments.map((attachment) => (
                  <li key={attachment.id}>
                    <Button variant="outline" size="small" onClick={() => void downloadOfficeAttachment(attachment)}>
                      {attachment.name}
                    </Button>
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
