import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { AppShell } from '#app/shell/app-shell.tsx';
import type { Locale } from '#i18n/locales.ts';
import type calls from '#locales/en/calls.json';
import type notifications from '#locales/en/notifications.json';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { $messages, loadEarlierMessages, loadMessages } from '../stores/notifications.ts';
import { NotificationList } from './notification-list.tsx';
import styles from './notifications.module.css';
import { ListSkeleton, NotificationsSkeleton } from './notifications-skeleton.tsx';
import { TextsProvider, useTexts } from './texts.ts';

type NotificationsProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: typeof notifications;
};

export function NotificationsIsland(props: NotificationsProps) {
  return (
    <AppShell route="notifications" locale={props.locale} calls={props.calls} skeleton={<NotificationsSkeleton />}>
      <TextsProvider strings={props.strings} locale={props.locale}>
        <Notifications />
      </TextsProvider>
    </AppShell>
  );
}

function Notifications() {
  const { strings } = useTexts();
  const state = useStore($messages);
  useEffect(() => void loadMessages(), []);
  return (
    <div className={styles.page}>
      <h1>{strings.title}</h1>
      {state.status === 'loading' && (
        <div role="status" className={styles.day}>
          <span className="visually-hidden">{strings.loading}</span>
          <ListSkeleton />
        </div>
      )}
      {state.status === 'failed' && (
        <RetryAlert title={strings.failed_title} action={strings.retry} onRetry={loadMessages}>
          {strings.failed_text}
        </RetryAlert>
      )}
      {state.status === 'ready' && state.list.length === 0 && (
        <EmptyState titleLevel={2} title={strings.empty_title} text={strings.empty_text} />
      )}
      {state.status === 'ready' && state.list.length > 0 && <NotificationList list={state.list} />}
      {state.status === 'ready' && state.more && (
        <Button variant="outline" onClick={loadEarlierMessages}>
          {strings.earlier}
        </Button>
      )}
    </div>
  );
}
