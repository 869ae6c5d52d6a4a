import { Skeleton } from '#ui/skeleton.tsx';
import styles from './notifications.module.css';

/** Placeholders for the filter and the first entries. */
export function ListSkeleton() {
  return (
    <>
      <span className={styles.filterSkeleton}>
        <Skeleton shape="control" />
      </span>
      <Skeleton width="short" />
      <div className={styles.list}>
        {['first', 'second', 'third', 'fourth', 'fifth'].map((key) => (
          <div key={key} className={styles.entrySkeleton}>
            <Skeleton width="half" />
            <Skeleton count={2} />
          </div>
        ))}
      </div>
    </>
  );
}

/** The screen until the session is known. */
export function NotificationsSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton shape="heading" width="short" />
      <ListSkeleton />
    </div>
  );
}
