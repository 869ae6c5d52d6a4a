import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { AppShell } from '#app/shell/app-shell.tsx';
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
import { TextsProvider, useTexts } from './texts.ts';
import type { PartProps, PayoutsProps } from './types.ts';

/** All payout screens. Someone with a mailed code moves between them without loading another page. */
export function PayoutsIsland(props: PayoutsProps) {
  return (
    <AppShell route={props.screen} locale={props.locale} calls={props.calls}>
      <TextsProvider strings={props.strings} locale={props.locale}>
        <Gate screen={props.screen} programNames={props.programNames} />
      </TextsProvider>
    </AppShell>
  );
}

function Gate({ screen, programNames }: Pick<PayoutsProps, 'screen' | 'programNames'>) {
  const { strings } = useTexts();
  const session = useStore($session, { ssr: 'initial' });
  const access = useStore($payoutAccess, { ssr: 'initial' });
  const location = useStore($payoutLocation, { ssr: 'initial' });
  useEffect(() => followPayoutLocation(), []);
  const partProps: PartProps = { programNames };
  if (session.status === 'checking') return <LoadingScreen label={strings.loading} />;
  if (session.status !== 'verified' && access === null) {
    return <AccessCard isUnverified={session.status === 'unverified'} />;
  }
  return <Screen {...partProps} location={location ?? { screen, params: {}, query: {} }} />;
}

function Screen({ location, ...partProps }: PartProps & { readonly location: PayoutLocation }) {
  const { screen, params, query } = location;
  const accountId = params['rithmic_account_id'] ?? params['dxfeed_account_id'] ?? '';
  return (
    <div className={styles.page}>
      {(screen === 'payouts' || screen === 'payoutStart') && <OverviewScreen {...partProps} />}
      {(screen === 'payoutRequest' || screen === 'payoutRequestDxfeed') && (
        <RequestScreen key={accountId} {...partProps} accountId={accountId} />
      )}
      {screen === 'payoutSubmitted' && <SubmittedScreen {...partProps} payoutId={query['payout'] ?? ''} />}
      {screen === 'payoutHistory' && <HistoryScreen {...partProps} />}
    </div>
  );
}
