import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './accounts.module.css';

/** The dashboard's skeleton; screen readers hear one label. */
export function DashboardSkeleton({ label }: { readonly label: string }) {
  return (
    <div className={styles.page} role="status" aria-busy="true">
      <span className="visually-hidden">{label}</span>
      <Skeleton shape="heading" width="half" />
      <div className={styles.upper}>
        <Card>
          <Skeleton shape="figure" count={4} />
        </Card>
        <Card>
          <Skeleton shape="chart" />
        </Card>
      </div>
      <div className={styles.lower}>
        {['objectives', 'days', 'fills'].map((key) => (
          <Card key={key}>
            <Skeleton shape="row" count={4} />
          </Card>
        ))}
      </div>
    </div>
  );
}
