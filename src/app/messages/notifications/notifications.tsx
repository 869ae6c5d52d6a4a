import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { $messages } from '../stores/notifications.ts';
import { NotificationList } from './notification-list.tsx';
import styles from './notifications.module.css';
import { defineIsland, useTexts } from './texts.ts';

export const NotificationsIsland = defineIsland({
  route: 'notifications',
  screen: Notifications,
  skeleton: NotificationsSkeleton,
});

function Notifications() {
  const { strings } = useTexts();
  const state = useStore($messages);
  useEffect(() => void $messages.load(), []);
  return (
    <div className={`container stack gap-5 ${styles.page}`}>
      <h1>{strings.title}</h1>
      {state.status === 'loading' && (
        <div role="status" className={`stack gap-1 ${styles.day}`}>
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
        <Button label={strings.earlier} variant="outline" onClick={$messages.loadMore} />
      )}
    </div>
  );
}

/** Placeholders for the filter and the first entries. */
function ListSkeleton() {
  return (
    <>
      <span className={styles.filterSkeleton}>
        <Skeleton shape="control" />
      </span>
      <Skeleton width="short" />
      <div className={styles.list}>
        {['first', 'second', 'third', 'fourth', 'fifth'].map((key) => (
          <div key={key} className={`stack gap-3 ${styles.entrySkeleton}`}>
            <Skeleton width="half" />
            <Skeleton count={2} />
          </div>
        ))}
      </div>
    </>
  );
}

/** The screen until the session is known. */
function NotificationsSkeleton() {
  return (
    <div className={`container stack gap-5 ${styles.page}`}>
      <Skeleton shape="heading" width="short" />
      <ListSkeleton />
    </div>
  );
}
