import { useStore } from '@nanostores/react';
import { platformNames } from '../../domain/order/types.ts';
import { pathTo } from '../../routes.ts';
import { $credentials, hideCredentials, showCredentials } from '../../stores/account-details.ts';
import { Card } from '../../ui/card.tsx';
import { CredentialsList } from '../../ui/credentials-list.tsx';
import styles from './accounts.module.css';
import { useTexts } from './texts.ts';
import type { CardProps } from './types.ts';

/** Sign-in details of the trading platform. The password is fetched only on request. */
export function CredentialsCard({ account }: CardProps) {
  const { strings, locale } = useTexts();
  const credentials = useStore($credentials);
  const isRequested = credentials?.accountId === account.id;
  return (
    <Card as="section" title={strings.platform_title}>
      <CredentialsList
        labels={{
          feed: strings.platform_name,
          account: strings.platform_account,
          user: strings.platform_user,
          secret: strings.platform_secret,
          show: strings.platform_show,
          hide: strings.platform_hide,
        }}
        feed={platformNames[account.platform]}
        accountNumber={account.platformAccountId}
        credentials={isRequested ? credentials.shown : null}
        isRequested={isRequested}
        onShow={() => void showCredentials(account.id)}
        onHide={hideCredentials}
      />
      <p className={styles.missing}>
        {strings.platform_note}{' '}
        {(account.simulated || account.platform === 'dxfeed') && (
          <a href={`${pathTo('webTrading', {}, locale)}?account=${account.id}`}>{strings.web_link}</a>
        )}
      </p>
    </Card>
  );
}
