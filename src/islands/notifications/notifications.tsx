import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type calls from '../../../public/locales/en/calls.json';
import type notifications from '../../../public/locales/en/notifications.json';
import type { Locale } from '../../i18n/locales.ts';
import { formatMoment } from '../../lib/format-date-time.ts';
import { localizePath } from '../../routes.ts';
import { $messages, loadEarlierMessages, loadMessages, type Message } from '../../stores/notifications.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AppShell } from '../app-shell/app-shell.tsx';
import styles from './notifications.module.css';

type NotificationsProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: typeof notifications;
};

export function NotificationsIsland(props: NotificationsProps) {
  return (
    <AppShell route="notifications" locale={props.locale} calls={props.calls}>
      <Notifications {...props} />
    </AppShell>
  );
}

function Notifications({ strings, locale }: NotificationsProps) {
  const state = useStore($messages);
  useEffect(() => void loadMessages(), []);
  return (
    <div className={styles.page}>
      <h1>{strings.title}</h1>
      {state.status === 'loading' && (
        <div role="status" className={styles.list}>
          <span className="visually-hidden">{strings.loading}</span>
          <Skeleton shape="control" />
          <Skeleton shape="control" />
        </div>
      )}
      {state.status === 'failed' && (
        <Alert
          kind="error"
          title={strings.failed_title}
          actions={<Button onClick={loadMessages}>{strings.retry}</Button>}
        >
          {strings.failed_text}
        </Alert>
      )}
      {state.status === 'ready' && state.list.length === 0 && (
        <EmptyState titleLevel={2} title={strings.empty_title} text={strings.empty_text} />
      )}
      {state.status === 'ready' && state.list.length > 0 && (
        <ol className={styles.list}>
          {state.list.map((message) => (
            <Entry key={message.number} {...{ message, strings, locale }} />
          ))}
        </ol>
      )}
      {state.status === 'ready' && state.more && (
        <Button variant="outline" onClick={loadEarlierMessages}>
          {strings.earlier}
        </Button>
      )}
    </div>
  );
}

type EntryProps = Pick<NotificationsProps, 'strings' | 'locale'> & { readonly message: Message };

function Entry({ message, strings, locale }: EntryProps) {
  const moment = formatMoment(message.createdAt, locale);
  return (
    <li className={styles.entry}>
      <h2 className={styles.title}>
        {message.title}
        {!message.read && <Badge tone="tide">{strings.fresh}</Badge>}
      </h2>
      <p className="soft">{message.text}</p>
      <p className={styles.footer}>
        <time dateTime={new Date(message.createdAt).toISOString()}>{moment}</time>
        {message.path !== null && (
          <a href={localizePath(message.path, locale)}>
            {strings.open}
            <span className="visually-hidden"> {message.title}</span>
          </a>
        )}
      </p>
    </li>
  );
}
