import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './accounts.module.css';
import skeletonStyles from './skeleton.module.css';

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
      <div className={`stack ${skeletonStyles.state}`}>
        <Skeleton shape="heading" width="half" />
        <div className={skeletonStyles.facts}>
          <Skeleton shape="figure" />
        </div>
      </div>
      <div className={`stack ${styles.columns}`}>
        <div className={`stack ${styles.stateColumn}`}>
          <ChartSkeleton />
          <PairSkeleton />
        </div>
        <div className={`stack ${styles.toolColumn}`}>
          <Card>
            <Skeleton shape="row" count={2} />
          </Card>
          <ToolsSkeleton />
        </div>
      </div>
    </div>
  );
}

export function ChartSkeleton() {
  return (
    <Card className={skeletonStyles.chart}>
      <Skeleton shape="heading" width="half" />
    </Card>
  );
}

/** Placeholders for the month and the fills below the chart. */
export function PairSkeleton() {
  return (
    <div className={`stack ${styles.pair}`}>
      {['days', 'fills'].map((key) => (
        <Card key={key} data-later>
          <Skeleton shape="row" count={6} />
        </Card>
      ))}
    </div>
  );
}

/** Placeholders for the cards beside the chart. */
export function ToolsSkeleton() {
  return (
    <>
      <Card data-later>
        <Skeleton shape="row" count={8} />
      </Card>
      <Card>
        <Skeleton shape="row" count={5} />
      </Card>
    </>
  );
}
