import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $session } from '#app/shell/stores/session.ts';
import { pathTo } from '#routes.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { LoadingScreen } from '#ui/loading-screen.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { $payee } from '../stores/payee.ts';
import { AgreementStep } from './agreement-step.tsx';
import { DestinationsStep } from './destinations-step.tsx';
import { IdentityStep } from './identity-step.tsx';
import styles from './payee.module.css';
import { TaxFormStep } from './tax-form-step.tsx';
import { defineIsland, useTexts } from './texts.ts';

export const PayeeIsland = defineIsland({ route: 'payoutVerification', screen: PayeeScreen });

function PayeeScreen() {
  const { strings } = useTexts();
  return (
    <div className={`stack gap-6 ${styles.page}`}>
      <header className="stack gap-3">
        <h1>{strings.title}</h1>
        <p className="muted">{strings.lead}</p>
      </header>
      <Checklist />
    </div>
  );
}

function Checklist() {
  const { strings, locale } = useTexts();
  const session = useStore($session, { ssr: 'initial' });
  if (session.status === 'checking') return <LoadingScreen label={strings.loading} />;
  if (session.status === 'verified') return <Steps user={session.user} />;
  const isUnverified = session.status === 'unverified';
  const path = isUnverified
    ? pathTo('emailVerification', { email: session.user.email }, locale)
    : `${pathTo('signIn', {}, locale)}?next=${encodeURIComponent(pathTo('payoutVerification', {}, locale))}`;
  return (
    <Alert
      title={isUnverified ? strings.verify_title : strings.sign_in_title}
      actions={<Button label={isUnverified ? strings.verify_action : strings.sign_in_action} href={path} />}
    >
      {isUnverified ? strings.verify_text : strings.sign_in_text}
    </Alert>
  );
}

function Steps({ user }: Omit<Parameters<typeof DestinationsStep>[0], 'payee'>) {
  const { strings } = useTexts();
  const state = useStore($payee);
  useEffect(() => void $payee.load(), []);
  if (state.status === 'loading') return <LoadingScreen label={strings.loading} />;
  if (state.status === 'failed') {
    return (
      <RetryAlert action={strings.retry} onRetry={$payee.load}>
        {strings.failed}
      </RetryAlert>
    );
  }
  const step = { user, payee: state.data };
  return (
    <>
      {state.data.missing.length === 0 && (
        <Alert kind="success" title={strings.complete_title}>
          {strings.complete_text}
        </Alert>
      )}
      <div className={`stack ${styles.columns}`}>
        <div className="stack">
          <IdentityStep {...step} />
          <TaxFormStep {...step} />
        </div>
        <div className="stack">
          <AgreementStep {...step} />
          <DestinationsStep {...step} />
        </div>
      </div>
    </>
  );
}
