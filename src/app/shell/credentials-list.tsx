import { useStore } from '@nanostores/react';
import type { Account } from '#app/accounts/stores/accounts.ts';
import { $credentials, hideCredentials, showCredentials } from '#app/accounts/stores/details.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import { Button } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import styles from './credentials-list.module.css';

type CredentialsListProps = {
  readonly account: Account;
  readonly strings: Readonly<Record<`credentials_${'feed' | 'account' | 'user' | 'secret' | 'show' | 'hide'}`, string>>;
};

/** What the account's trading platform asks for when signing in. User name and password are fetched only on request. */
export function CredentialsList({ account, strings }: CredentialsListProps) {
  const credentials = useStore($credentials);
  const isRequested = credentials?.accountId === account.id;
  const shown = isRequested ? credentials.shown : null;
  return (
    <>
      <DescriptionList
        ruled
        items={[
          { term: strings.credentials_feed, value: platformFacts[account.platform].name },
          { term: strings.credentials_account, value: <span className="tabular">{account.platformAccountId}</span> },
          ...(shown === null
            ? []
            : [
                { term: strings.credentials_user, value: <code>{shown.user}</code> },
                { term: strings.credentials_secret, value: <code>{shown.secret}</code> },
              ]),
        ]}
      />
      <div className={styles.action}>
        {shown === null ? (
          <Button
            label={strings.credentials_show}
            variant="outline"
            size="small"
            busy={isRequested}
            onClick={() => void showCredentials(account.id)}
          />
        ) : (
          <Button label={strings.credentials_hide} variant="outline" size="small" onClick={hideCredentials} />
        )}
      </div>
    </>
  );
}
