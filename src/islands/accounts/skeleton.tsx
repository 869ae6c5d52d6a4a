import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './accounts.module.css';
import skeletonStyles from './skeleton.module.css';

/** The dashboard before its figures, in the places they will have. */
export function DashboardSkeleton() {
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

/** The cards under gauge and chart. */
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
