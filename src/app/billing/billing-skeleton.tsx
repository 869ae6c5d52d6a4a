import page from '#ui/account-page.module.css';
import { Skeleton, Skeletons } from '#ui/skeleton.tsx';
import styles from './billing.module.css';
import { useTexts } from './texts.ts';

type BillingSkeletonProps = {
  /** The number of placeholder rows per list. */
  readonly lists: Readonly<Record<string, number>>;
};

export function BillingSkeleton({ lists }: BillingSkeletonProps) {
  return (
    <div className={page.page}>
      <Skeleton shape="heading" width="short" />
      {Object.entries(lists).map(([name, count]) => (
        <section key={name} className={`stack gap-3 ${styles.section}`}>
          <Skeleton shape="heading" width="short" />
          <Skeleton shape="row" count={count} />
        </section>
      ))}
    </div>
  );
}

/** The same, announced to screen readers, once the screen is open. */
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
