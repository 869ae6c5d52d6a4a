import { useStore } from '@nanostores/react';
import { platformNames } from '../../domain/order/types.ts';
import { $credentials, hideCredentials, showCredentials } from '../../stores/account-details.ts';
import type { Account } from '../../stores/accounts.ts';
import { Card } from '../../ui/card.tsx';
import { CredentialsList } from '../../ui/credentials-list.tsx';
import { useTexts } from './texts.ts';

type ProviderCredentialsProps = { readonly account: Account; readonly title: string };

/** What the provider's terminal asks for. The password is fetched only on request. */
export function ProviderCredentials({ account, title }: ProviderCredentialsProps) {
  const { strings } = useTexts();
  const credentials = useStore($credentials);
  const isRequested = credentials?.accountId === account.id;
  return (
    <Card as="section" title={title} titleLevel={3}>
      <CredentialsList
        labels={{
          feed: strings.provider_feed,
          account: strings.provider_account,
          user: strings.provider_user,
          secret: strings.provider_secret,
          show: strings.provider_show,
          hide: strings.provider_hide,
        }}
        feed={platformNames[account.platform]}
        accountNumber={account.platformAccountId}
        credentials={isRequested ? credentials.shown : null}
        isRequested={isRequested}
        onShow={() => void showCredentials(account.id)}
        onHide={hideCredentials}
      />
      <p className="soft">{strings.provider_note}</p>
    </Card>
  );
}
