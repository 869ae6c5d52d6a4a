import { formatDateTime } from '#lib/format-date-time.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import styles from './contact.module.css';
import { downloadAttachment, type Ticket } from './stores/tickets.ts';
import { useTexts } from './texts.ts';

type TicketMessageProps = {
  readonly message: Ticket['messages'][number];
  readonly secret: string | undefined;
};

export function TicketMessage({ message, secret }: TicketMessageProps) {
  const { strings, t, locale } = useTexts();
  const { author, agent, text, at, attachments } = message;
  const isFirm = author === 'firm';
  return (
    <li className={classNames(styles.message, isFirm && styles.firm)}>
      <p className={styles.meta}>
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
                variant="outline"
                size="small"
                aria-label={t('attach_download_label', { name: attachment.name })}
                onClick={() => void downloadAttachment(attachment, secret)}
              >
                {attachment.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
