import type { Account } from '#app/accounts/stores/accounts.ts';
import { CredentialsList } from '#app/shell/credentials-list.tsx';
import { pathTo } from '#routes.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import styles from './provider.module.css';
import { type NameOf, useTexts } from './texts.ts';

type ProviderAccountsProps = {
  /** Open accounts on real platforms. */
  readonly accounts: readonly Account[];
  readonly providerTerminal: string;
  readonly nameOf: NameOf;
};

/** Accounts on real platforms: a link to the provider's own terminal with the sign-in details, or the guides. */
export function ProviderAccounts({ accounts, providerTerminal, nameOf }: ProviderAccountsProps) {
  const { strings, t, locale } = useTexts();
  const webAccounts = accounts.filter(({ platform }) => platformFacts[platform].hasWebTerminal);
  const otherAccounts = accounts.filter(({ platform }) => !platformFacts[platform].hasWebTerminal);
  if (accounts.length === 0) return null;
  return (
    <section className={`stack ${styles.section}`} aria-label={strings.provider_title}>
      <h2>{strings.provider_title}</h2>
      {webAccounts.length > 0 && (
        <>
          <p>{strings.provider_lead}</p>
          <p>
            <Button
              label={strings.provider_open}
              href={providerTerminal}
              target="_blank"
              rel="noopener noreferrer"
              variant="outline"
            />
          </p>
          <div className={styles.accounts}>
            {webAccounts.map((account) => (
              <ProviderCredentials key={account.id} account={account} title={nameOf(account)} />
            ))}
          </div>
        </>
      )}
      {otherAccounts.length > 0 && (
        <Alert
          title={strings.provider_other}
          actions={
            <Button
              label={strings.provider_guides}
              href={pathTo('connectionGuide', {}, locale)}
              variant="outline"
              size="small"
            />
          }
        >
          {t('provider_other_text', { accounts: otherAccounts.map(nameOf).join('; ') })}
        </Alert>
      )}
    </section>
  );
}

function ProviderCredentials({ account, title }: { readonly account: Account; readonly title: string }) {
  const { strings } = useTexts();
  return (
    <Card as="section" title={title} titleLevel={3}>
      <CredentialsList account={account} strings={strings} />
      <p className="muted">{strings.provider_note}</p>
    </Card>
  );
}
