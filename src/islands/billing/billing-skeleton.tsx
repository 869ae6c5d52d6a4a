import { Skeleton, Skeletons } from '../../ui/skeleton.tsx';
import styles from './billing.module.css';
import { useTexts } from './texts.ts';

type BillingSkeletonProps = {
  readonly title: string;
  /** Rows of each list to come. */
  readonly lists: readonly number[];
};

/** A billing screen before its lists are known. */
export function BillingSkeleton({ title, lists }: BillingSkeletonProps) {
  return (
    <div className={`container ${styles.page}`}>
      <h1 className={styles.title}>{title}</h1>
      <Skeleton shape="button" width="short" />
      {lists.map((count, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lists of placeholders have nothing else
        <section key={index} className={styles.section}>
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

export const historyLists = [8];
export const pendingLists = [1, 3, 3];
