import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { AppShell } from '#app/shell/app-shell.tsx';
import { pathTo } from '#routes.ts';
import page from '#ui/account-page.module.css';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './affiliate.module.css';
import { Balances } from './balances.tsx';
import { CommissionsCard } from './commissions-card.tsx';
import { CouponCard } from './coupon-card.tsx';
import { CreativesCard } from './creatives-card.tsx';
import { DaysCard } from './days-card.tsx';
import { LinkCard } from './link-card.tsx';
import { LinksCard } from './links-card.tsx';
import { PayoutsCard } from './payouts-card.tsx';
import { PostbacksCard } from './postbacks-card.tsx';
import { $affiliate, type AffiliateData, saveCommissions } from './stores/affiliate.ts';
import { TextsProvider, useTexts } from './texts.ts';
import type { AffiliateProps } from './types.ts';

export function AffiliateDashboardIsland(props: AffiliateProps) {
  return (
    <AppShell route="affiliateDashboard" locale={props.locale} calls={props.calls}>
      <TextsProvider strings={props.strings} locale={props.locale}>
        <Dashboard />
      </TextsProvider>
    </AppShell>
  );
}

function Dashboard() {
  const { strings } = useTexts();
  const state = useStore($affiliate);
  useEffect(() => void $affiliate.load(), []);
  const isAffiliate = state.status === 'ready' && state.data.affiliate !== null;
  return (
    <div className={page.page}>
      <header className={page.header}>
        <h1 className={page.title}>{strings.title}</h1>
        {isAffiliate && (
          <Button variant="outline" size="small" onClick={() => void saveCommissions()}>
            {strings.csv}
          </Button>
        )}
      </header>
      {state.status === 'loading' && <Skeleton shape="row" count={10} />}
      {state.status === 'failed' && (
        <RetryAlert title={strings.failed_title} action={strings.retry} onRetry={$affiliate.load} />
      )}
      {state.status === 'ready' && <Body data={state.data} />}
    </div>
  );
}

function Body({ data: { status, affiliate, terms } }: { readonly data: AffiliateData }) {
  const { strings, locale } = useTexts();
  if (affiliate === null) {
    return (
      <EmptyState
        titleLevel={2}
        title={status === 'pending' ? strings.pending_title : strings.none_title}
        text={status === 'pending' ? strings.pending_text : strings.none_text}
        action={status !== 'pending' && <Button href={pathTo('affiliate', {}, locale)}>{strings.apply_here}</Button>}
      />
    );
  }
  return (
    <>
      {affiliate.isSample && <Alert>{strings.sample}</Alert>}
      <Balances balances={affiliate.balances} terms={terms} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <PayoutsCard />
          <DaysCard days={affiliate.days} from={affiliate.from} />
          <CommissionsCard commissions={affiliate.commissions} terms={terms} />
          <LinksCard links={affiliate.links} />
        </div>
        <div className={styles.column}>
          <LinkCard affiliate={affiliate} />
          <CouponCard affiliate={affiliate} terms={terms} />
          <CreativesCard />
          <PostbacksCard />
        </div>
      </div>
      <p className="muted small">{strings.disclosure}</p>
    </>
  );
}
