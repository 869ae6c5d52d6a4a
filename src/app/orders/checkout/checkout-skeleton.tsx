import { type CheckoutRoute, checkouts } from '#routes/checkouts.ts';
import type { OrderKind } from '#shared/orders/types.ts';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './checkout.module.css';

/** Order kinds for an existing account, which is shown above the form. */
const forAccount: ReadonlySet<OrderKind> = new Set(['reset', 'renew', 'performance-review', 'funded-activation']);

/** Whether the order is for an existing account, whose name is longer than a package's and comes with the quote. */
export function isForAccount(kind: OrderKind): boolean {
  return forAccount.has(kind);
}

/** Placeholders for the form and its summary, laid out like them. */
export function CheckoutSkeleton({ route }: { readonly route: CheckoutRoute }) {
  const hasTarget = isForAccount(checkouts[route].kind);
  return (
    <div className={`container ${styles.page}`}>
      <div className={styles.title}>
        <Skeleton shape="heading" width="short" />
      </div>
      <p className={`stack gap-1 ${styles.product}`}>
        <span className={styles.loadingLine}>
          <Skeleton width="half" />
        </span>
        <span className={styles.loadingLine}>
          <Skeleton width="short" />
        </span>
      </p>
      <div className={`stack gap-10 ${styles.fields}`}>
        {hasTarget && <TargetAccountSkeleton />}
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

/** Placeholder for the account that an order is for, until the quote names it. */
export function TargetAccountSkeleton() {
  return (
    <Card>
      <div className={styles.target}>
        <Skeleton count={5} />
      </div>
    </Card>
  );
}
