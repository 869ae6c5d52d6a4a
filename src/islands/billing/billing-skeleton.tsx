import { Skeleton, Skeletons } from '../../ui/skeleton.tsx';
import styles from './billing.module.css';
import { useTexts } from './texts.ts';

type BillingSkeletonProps = {
  /** Rows of each list to come. */
  readonly lists: Readonly<Record<string, number>>;
};

/** A billing screen before its lists are known. */
export function BillingSkeleton({ lists }: BillingSkeletonProps) {
  return (
    <div className={`container ${styles.page}`}>
      <Skeleton shape="heading" width="short" />
      <Skeleton shape="button" width="short" />
      {Object.entries(lists).map(([name, count]) => (
        <section key={name} className={styles.section}>
          <Skeleton shape="heading" width="short" />
          <Skeleton shape="row" count={count} />
        </section>
      ))}
    </div>
  );
}

/** The same once the screen is open, announced in words. */
export function LoadingBilling(props: BillingSkeletonProps) {
  const { strings } = useTexts();
  return (
    <Skeletons label={strings.loading}>
      <BillingSkeleton {...props} />
    </Skeletons>
  );
}

export const historyLists = { orders: 8 } as const;
export const pendingLists = { bills: 1, subscriptions: 3, data: 3 } as const;
