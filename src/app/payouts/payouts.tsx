import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $session } from '#app/shell/stores/session.ts';
import { LoadingScreen } from '#ui/loading-screen.tsx';
import { AccessCard } from './access-card.tsx';
import { HistoryScreen } from './history-screen.tsx';
import { OverviewScreen } from './overview-screen.tsx';
import styles from './payouts.module.css';
import { RequestScreen } from './request-screen.tsx';
import { $payoutAccess } from './stores/access.ts';
import { $payoutLocation, followPayoutLocation, type PayoutLocation } from './stores/location.ts';
import { SubmittedScreen } from './submitted-screen.tsx';
import { defineIsland, type PayoutsProps, useTexts } from './texts.ts';

/** All payout screens. Someone with a mailed code moves between them without loading another page. */
export const PayoutsIsland = defineIsland({
  route: ({ screen }: PayoutsProps) => screen,
  screen: Gate,
});

function Gate({ screen }: PayoutsProps) {
  const { strings } = useTexts();
  const session = useStore($session, { ssr: 'initial' });
  const access = useStore($payoutAccess, { ssr: 'initial' });
  const location = useStore($payoutLocation, { ssr: 'initial' });
  useEffect(() => followPayoutLocation(), []);
  if (session.status === 'checking') return <LoadingScreen label={strings.loading} />;
  if (session.status !== 'verified' && access === null) {
    return <AccessCard isUnverified={session.status === 'unverified'} />;
  }
  return <Screen location={location ?? { screen, params: {}, query: {} }} />;
}

function Screen({ location }: { readonly location: PayoutLocation }) {
  const { screen, params, query } = location;
  const accountId = params['rithmic_account_id'] ?? params['dxfeed_account_id'] ?? '';
  return (
    <div className={`stack ${styles.page}`}>
      {(screen === 'payouts' || screen === 'payoutStart') && <OverviewScreen />}
      {(screen === 'payoutRequest' || screen === 'payoutRequestDxfeed') && (
        <RequestScreen key={accountId} accountId={accountId} />
      )}
      {screen === 'payoutSubmitted' && <SubmittedScreen payoutId={query['payout'] ?? ''} />}
      {screen === 'payoutHistory' && <HistoryScreen />}
    </div>
  );
}
