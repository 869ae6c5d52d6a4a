import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './accounts.module.css';
import skeletonStyles from './skeleton.module.css';

/** Placeholders for the account screen, laid out like its content. */
export function AccountScreenSkeleton() {
  return (
    <div className={styles.page}>
      <div className={skeletonStyles.chips}>
        {['first', 'second', 'third'].map((key) => (
          <span key={key} className={skeletonStyles.chip}>
            <Skeleton shape="row" />
          </span>
        ))}
      </div>
      <Skeleton shape="heading" width="half" />
      <div className={styles.upper}>
        <Card>
          <Skeleton shape="figure" count={7} />
        </Card>
        <Card>
          <Skeleton shape="chart" />
        </Card>
      </div>
      <LowerSkeleton />
    </div>
  );
}

/** Placeholders for the cards below the gauge and chart. */
export function LowerSkeleton() {
  return (
    <div className={styles.lower}>
      {['objectives', 'days', 'fills'].map((key) => (
        <Card key={key}>
          <Skeleton shape="row" count={6} />
        </Card>
      ))}
    </div>
  );
}
