import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './profile.module.css';

/** The number of placeholder fields in each of the first cards. */
const controls = { details: 6, email: 2, password: 4, passkeys: 2 } as const;

/** Placeholders for the profile's first cards until the session is known. */
export function ProfileSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton shape="heading" width="short" />
      {Object.entries(controls).map(([card, count]) => (
        <Card key={card}>
          <div className={styles.form}>
            <Skeleton shape="heading" width="half" />
            <Skeleton shape="control" count={count} />
            <Skeleton shape="button" width="short" />
          </div>
        </Card>
      ))}
    </div>
  );
}
