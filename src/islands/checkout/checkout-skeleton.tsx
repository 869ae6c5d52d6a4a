import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './checkout.module.css';

/** The form and its summary before either is known, in the places they will have. */
export function CheckoutSkeleton() {
  return (
    <div className={`container ${styles.page}`}>
      <div className={styles.title}>
        <Skeleton shape="heading" width="short" />
      </div>
      <div className={styles.fields}>
        <Skeleton shape="control" count={2} />
        <Skeleton shape="control" width="half" />
        <Skeleton shape="control" count={4} />
      </div>
      <div className={styles.summary}>
        <Skeleton shape="heading" width="half" />
        <Skeleton count={5} />
        <Skeleton shape="control" />
      </div>
    </div>
  );
}
