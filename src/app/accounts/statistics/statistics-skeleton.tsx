import page from '#ui/account-page.module.css';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './statistics.module.css';

export function FiguresSkeleton() {
  return (
    <>
      <Skeleton shape="row" count={2} />
      <div className={`stack ${styles.results}`}>
        {['curve', 'months'].map((key) => (
          <Card key={key}>
            <Skeleton shape="chart" />
          </Card>
        ))}
      </div>
    </>
  );
}

/** The screen until the session is known. */
export function StatisticsSkeleton() {
  return (
    <div className={page.page}>
      <Skeleton shape="heading" width="short" />
      <FiguresSkeleton />
    </div>
  );
}
