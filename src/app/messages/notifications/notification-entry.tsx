import { formatLocalTime } from '#lib/format-date-time.ts';
import { localizePath } from '#routes.ts';
import { Badge } from '#ui/badge.tsx';
import { Icon } from '#ui/icon.tsx';
import type { IconName } from '#ui/icon-paths.ts';
import type { Message } from '../stores/notifications.ts';
import styles from './notifications.module.css';
import { useTexts } from './texts.ts';

export function NotificationEntry({ message }: { readonly message: Message }) {
  const { strings, locale } = useTexts();
  const { name, tone } = iconOf(message);
  return (
    <li className={styles.entry}>
      <Icon name={name} className={`${styles.icon} ${styles[tone]}`} />
      <div className={styles.content}>
        <h3 className={styles.title}>
          {message.title}
          {!message.read && <Badge tone="accent">{strings.fresh}</Badge>}
        </h3>
        <p className="muted">{message.text}</p>
        <p className={styles.footer}>
          {message.account !== null && <span className="tabular">{message.account}</span>}
          <time dateTime={new Date(message.createdAt).toISOString()}>{formatLocalTime(message.createdAt, locale)}</time>
          {message.path !== null && (
            <a href={localizePath(message.path, locale)}>
              {strings.open}
              <span className="visually-hidden"> {message.title}</span>
            </a>
          )}
        </p>
      </div>
    </li>
  );
}

type Look = { readonly name: IconName; readonly tone: 'good' | 'bad' | 'plain' };

const successKinds = /(passed|funded|live|opened|resumed|lifted|alert_target|upheld_for|paid|confirmed|approved)$/;
const problemKinds =
  /^alert_|(breached|locked|over_limit|suspended|disputed|canceled|terminated|failed|declined|conduct_upheld|personal_stop)$/;

/** Success, trouble or plain news; the title says which in words. */
function iconOf({ kind }: Pick<Message, 'kind'>): Look {
  if (successKinds.test(kind)) return { name: 'success', tone: 'good' };
  if (problemKinds.test(kind)) return { name: 'warning', tone: 'bad' };
  return { name: 'info', tone: 'plain' };
}
