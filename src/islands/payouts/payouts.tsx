import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { createTranslate } from '../../i18n/translate.ts';
import { $payoutAccess } from '../../stores/payout-access.ts';
import { $payoutPlace, followPlace, type PayoutPlace } from '../../stores/payout-place.ts';
import { $session } from '../../stores/session.ts';
import { LoadingScreen } from '../../ui/loading-screen.tsx';
import { AppShell } from '../app-shell/app-shell.tsx';
import { AccessCard } from './access-card.tsx';
import { HistoryScreen } from './history-screen.tsx';
import { OverviewScreen } from './overview-screen.tsx';
import styles from './payouts.module.css';
import { RequestScreen } from './request-screen.tsx';
import { SubmittedScreen } from './submitted-screen.tsx';
import type { PartProps, PayoutsProps } from './types.ts';

/** All payout screens: someone who came with a mailed code moves between them without loading another page. */
export function PayoutsIsland(props: PayoutsProps) {
  return (
    <AppShell route={props.screen} locale={props.locale} calls={props.calls}>
      <Gate {...props} />
    </AppShell>
  );
}

function Gate({ screen, strings, locale, programmeNames }: PayoutsProps) {
  const session = useStore($session, { ssr: 'initial' });
  const access = useStore($payoutAccess, { ssr: 'initial' });
  const place = useStore($payoutPlace, { ssr: 'initial' });
  useEffect(() => followPlace(), []);
  const part: PartProps = { strings, t: createTranslate(strings, locale), locale, programmeNames };
  if (session.status === 'checking') return <LoadingScreen label={strings.loading} />;
  if (session.status !== 'verified' && access === null) {
    return <AccessCard {...part} isUnverified={session.status === 'unverified'} />;
  }
  return <Screen {...part} place={place ?? { screen, params: {}, query: {} }} />;
}

function Screen({ place, ...part }: PartProps & { readonly place: PayoutPlace }) {
  const { screen, params, query } = place;
  const accountId = params['rithmic_account_id'] ?? params['dxfeed_account_id'] ?? '';
  return (
    <div className={styles.page}>
      {(screen === 'payouts' || screen === 'payoutStart') && <OverviewScreen {...part} />}
      {(screen === 'payoutRequest' || screen === 'payoutRequestDxfeed') && (
        <RequestScreen key={accountId} {...part} accountId={accountId} />
      )}
      {screen === 'payoutSubmitted' && <SubmittedScreen {...part} payoutId={query['payout'] ?? ''} />}
      {screen === 'payoutHistory' && <HistoryScreen {...part} />}
    </div>
  );
}
