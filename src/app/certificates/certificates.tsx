import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { currentParams } from '#app/shell/stores/navigation.ts';
import { pathTo } from '#routes.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CertificateCard } from './certificate-card.tsx';
import styles from './certificates.module.css';
import { ChoicesDialog } from './choices-dialog.tsx';
import { $certificates } from './stores/certificates.ts';
import { defineIsland, useTexts } from './texts.ts';

export const CertificatesIsland = defineIsland({ route: 'certificates', screen: () => <Certificates /> });

export const PayoutCertificatesIsland = defineIsland({
  route: 'payoutCertificates',
  screen: () => <Certificates accountId={currentParams()['accountId'] ?? ''} />,
});

type ListProps = { readonly accountId?: string };

function Certificates({ accountId }: ListProps) {
  const { strings, locale } = useTexts();
  const state = useStore($certificates);
  useEffect(() => void $certificates.load(accountId), [accountId]);
  const isPayouts = accountId !== undefined;
  return (
    <div className={`container stack gap-8 ${styles.page}`} aria-busy={state.status === 'loading'}>
      <header className="stack gap-2">
        <h1>{isPayouts ? strings.payouts_title : strings.title}</h1>
        <p className="measure muted">{strings.lead}</p>
      </header>
      {state.status === 'loading' && <Loading label={strings.loading} />}
      {state.status === 'failed' && (
        <RetryAlert title={strings.failed_title} action={strings.retry} onRetry={() => $certificates.load(accountId)}>
          {strings.failed_text}
        </RetryAlert>
      )}
      {(state.status === 'missing' || (state.status === 'ready' && state.data.certificates.length === 0)) && (
        <Empty {...(accountId === undefined ? {} : { accountId })} isMissing={state.status === 'missing'} />
      )}
      {state.status === 'ready' && state.data.certificates.length > 0 && (
        <>
          <ul className={styles.list}>
            {state.data.certificates.map((certificate) => (
              <CertificateCard key={certificate.id} certificate={certificate} />
            ))}
          </ul>
          <p className="measure small muted">
            {strings.note} <a href={pathTo('certificateVerification', {}, locale)}>{strings.verify_link}</a>
          </p>
          <ChoicesDialog accountId={accountId} names={state.data.names} />
        </>
      )}
    </div>
  );
}

function Loading({ label }: { readonly label: string }) {
  return (
    <div role="status" className={styles.list}>
      <span className="visually-hidden">{label}</span>
      {['first', 'second'].map((key) => (
        <div key={key} className="stack">
          <div className={styles.picture} data-loading />
          <Skeleton shape="text" count={2} />
        </div>
      ))}
    </div>
  );
}

function Empty({ accountId, isMissing }: ListProps & { readonly isMissing: boolean }) {
  const { strings, locale } = useTexts();
  const toAccounts = <Button label={strings.to_accounts} href={pathTo('myAccount', {}, locale)} />;
  if (isMissing) {
    return <EmptyState title={strings.missing_title} text={strings.missing_text} action={toAccounts} />;
  }
  const text = accountId === undefined ? strings.empty_text : strings.payouts_empty_text;
  return <EmptyState title={strings.empty_title} text={text} action={toAccounts} />;
}
