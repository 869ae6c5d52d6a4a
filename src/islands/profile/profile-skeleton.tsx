import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './profile.module.css';

/** The profile's first cards while it isn't known yet whose it is. */
export function ProfileSkeleton({ title }: { readonly title: string }) {
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      {[6, 2, 4, 2].map((count, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
        <Card key={index}>
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
