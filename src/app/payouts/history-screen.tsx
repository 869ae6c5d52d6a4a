import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { pathTo } from '#routes.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AnnualStatementCard } from './annual-statement-card.tsx';
import { LoadFailed } from './load-failed.tsx';
import { PayoutCard } from './payout-card.tsx';
import { PayoutLink } from './payout-link.tsx';
import styles from './payouts.module.css';
import { $payouts } from './stores/payouts.ts';
import { useTexts } from './texts.ts';

/** All payouts of the person, newest first. */
export function HistoryScreen() {
  const { strings, locale } = useTexts();
  const state = useStore($payouts);
  useEffect(() => void $payouts.load(), []);
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>{strings.history_title}</h1>
        <PayoutLink href={pathTo('payouts', {}, locale)}>{strings.to_request}</PayoutLink>
      </header>
      {state.status === 'loading' && <Skeleton shape="row" count={8} />}
      {state.status === 'failed' && <LoadFailed retry={$payouts.load} />}
      {state.status === 'ready' && state.data.payouts.length === 0 && (
        <EmptyState title={strings.history_empty} text={strings.history_empty_text} />
      )}
      {state.status === 'ready' && (
        <>
          <ul className={styles.rows}>
            {state.data.payouts.map((payout) => (
              <PayoutCard key={payout.id} payout={payout} />
            ))}
          </ul>
          {state.data.more && (
            <Button variant="outline" onClick={() => void $payouts.loadMore()}>
              {strings.more}
            </Button>
          )}
        </>
      )}
      {state.status !== 'loading' && <AnnualStatementCard />}
    </>
  );
}
