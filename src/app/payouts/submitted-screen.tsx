import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { formatMoment } from '#lib/format-date-time.ts';
import { pathTo } from '#routes.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { PayoutCard } from './payout-card.tsx';
import { PayoutLink } from './payout-link.tsx';
import styles from './payouts.module.css';
import { $payout } from './stores/payouts.ts';
import { useTexts } from './texts.ts';

export function SubmittedScreen({ payoutId }: { readonly payoutId: string }) {
  const { strings, t, locale } = useTexts();
  const state = useStore($payout);
  useEffect(() => {
    if (payoutId !== '') void $payout.load(payoutId);
  }, [payoutId]);
  const overview = <PayoutLink label={strings.to_overview} href={pathTo('payouts', {}, locale)} />;
  if (state.status === 'loading' && payoutId !== '') return <Skeleton shape="row" count={8} />;
  if (state.status !== 'ready') {
    return <EmptyState titleLevel={1} title={strings.missing_title} text={strings.missing_text} action={overview} />;
  }
  const { data: payout } = state;
  const moment = formatMoment(payout.decisionDueAt, locale);
  const isWaiting = payout.status === 'requested' || payout.status === 'in-review';
  return (
    <>
      <header className="cluster">
        <h1 className={styles.title}>{t('submitted_title', { number: payout.number })}</h1>
        {overview}
      </header>
      {isWaiting && <p className="muted">{t('submitted_text', { moment })}</p>}
      <ul className={styles.rows}>
        <PayoutCard payout={payout} isOpen />
      </ul>
    </>
  );
}
