import type { Account } from '#app/accounts/stores/accounts.ts';
import { pathTo } from '#routes.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import styles from './provider.module.css';
import { ProviderCredentials } from './provider-credentials.tsx';
import { useTexts } from './texts.ts';
import type { NameOf } from './types.ts';

type ProviderAccountsProps = {
  /** Open accounts on real platforms. */
  readonly accounts: readonly Account[];
  readonly providerTerminal: string;
  readonly nameOf: NameOf;
};

/** Accounts on real platforms: a link to the provider's own terminal with the sign-in details, or the guides. */
export function ProviderAccounts({ accounts, providerTerminal, nameOf }: ProviderAccountsProps) {
  const { strings, t, locale } = useTexts();
  const dxfeedAccounts = accounts.filter(({ platform }) => platform === 'dxfeed');
  const otherAccounts = accounts.filter(({ platform }) => platform !== 'dxfeed');
  if (accounts.length === 0) return null;
  return (
    <section className={styles.section} aria-label={strings.provider_title}>
      <h2 className={styles.title}>{strings.provider_title}</h2>
      {dxfeedAccounts.length > 0 && (
        <>
          <p>{strings.provider_lead}</p>
          <p>
            <Button href={providerTerminal} target="_blank" rel="noopener noreferrer" variant="outline">
              {strings.provider_open}
            </Button>
          </p>
          <div className={styles.accounts}>
            {dxfeedAccounts.map((account) => (
              <ProviderCredentials key={account.id} account={account} title={nameOf(account)} />
            ))}
          </div>
        </>
      )}
      {otherAccounts.length > 0 && (
        <Alert
          title={strings.provider_other}
          actions={
            <Button href={pathTo('connectionGuide', {}, locale)} variant="outline" size="small">
              {strings.provider_guides}
            </Button>
          }
        >
          {t('provider_other_text', { accounts: otherAccounts.map(nameOf).join('; ') })}
        </Alert>
      )}
    </section>
  );
}
