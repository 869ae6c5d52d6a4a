import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { onDemand } from '#app/shell/on-demand.tsx';
import { $session } from '#app/shell/stores/session.ts';
import { LoadingScreen } from '#ui/loading-screen.tsx';
import { OverviewScreen } from './overview-screen.tsx';
import styles from './payouts.module.css';
import { $payoutAccess } from './stores/access.ts';
import { $payoutLocation, followPayoutLocation, type PayoutLocation } from './stores/location.ts';
import { defineIsland, type PayoutsProps, useTexts } from './texts.ts';

const AccessCard = onDemand(async () => (await import('./access-card.tsx')).AccessCard);
const HistoryScreen = onDemand(async () => (await import('./history-screen.tsx')).HistoryScreen);
const RequestScreen = onDemand(async () => (await import('./request-screen.tsx')).RequestScreen);
const SubmittedScreen = onDemand(async () => (await import('./submitted-screen.tsx')).SubmittedScreen);

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
    return (
      <AccessCard fallback={<LoadingScreen label={strings.loading} />} isUnverified={session.status === 'unverified'} />
    );
  }
  return <Screen location={location ?? { screen, params: {}, query: {} }} />;
}

function Screen({ location }: { readonly location: PayoutLocation }) {
  const { strings } = useTexts();
  const { screen, params, query } = location;
  const fallback = <LoadingScreen label={strings.loading} />;
  const accountId = params['rithmic_account_id'] ?? params['dxfeed_account_id'] ?? '';
  return (
    <div className={`stack ${styles.page}`}>
      {(screen === 'payouts' || screen === 'payoutStart') && <OverviewScreen />}
      {(screen === 'payoutRequest' || screen === 'payoutRequestDxfeed') && (
        <RequestScreen key={accountId} fallback={fallback} accountId={accountId} />
      )}
      {screen === 'payoutSubmitted' && <SubmittedScreen fallback={fallback} payoutId={query['payout'] ?? ''} />}
      {screen === 'payoutHistory' && <HistoryScreen fallback={fallback} />}
    </div>
  );
}
