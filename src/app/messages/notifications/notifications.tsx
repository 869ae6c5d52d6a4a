import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { defineIsland } from '#app/shell/define-island.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { $messages } from '../stores/notifications.ts';
import { NotificationList } from './notification-list.tsx';
import styles from './notifications.module.css';
import { ListSkeleton, NotificationsSkeleton } from './notifications-skeleton.tsx';
import { TextsProvider, useTexts } from './texts.ts';

export const NotificationsIsland = defineIsland({
  route: 'notifications',
  texts: TextsProvider,
  screen: Notifications,
  skeleton: NotificationsSkeleton,
});

function Notifications() {
  const { strings } = useTexts();
  const state = useStore($messages);
  useEffect(() => void $messages.load(), []);
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
        <RetryAlert title={strings.failed_title} action={strings.retry} onRetry={$messages.load}>
          {strings.failed_text}
        </RetryAlert>
      )}
      {state.status === 'ready' && state.data.notifications.length === 0 && (
        <EmptyState title={strings.empty_title} text={strings.empty_text} />
      )}
      {state.status === 'ready' && state.data.notifications.length > 0 && (
        <NotificationList list={state.data.notifications} />
      )}
      {state.status === 'ready' && state.data.more && (
        <Button variant="outline" onClick={$messages.loadMore}>
          {strings.earlier}
        </Button>
      )}
    </div>
  );
}
