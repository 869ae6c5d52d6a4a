import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './statistics.module.css';

/** Placeholders for the figures, curve and groups. */
export function FiguresSkeleton() {
  return (
    <>
      <div className={styles.figures}>
        {['results', 'trades'].map((key) => (
          <Card key={key}>
            <Skeleton shape="row" count={6} />
          </Card>
        ))}
      </div>
      <Card>
        <Skeleton shape="chart" />
      </Card>
    </>
  );
}

/** The screen until the session is known. */
export function StatisticsSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton shape="heading" width="short" />
      <div className={styles.chooser}>
        <span>
          <Skeleton shape="field" />
        </span>
        <Skeleton shape="button" width="short" />
      </div>
      <FiguresSkeleton />
    </div>
  );
}
