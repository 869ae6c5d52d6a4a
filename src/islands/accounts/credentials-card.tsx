import { useStore } from '@nanostores/react';
import { platformNames } from '../../domain/order/types.ts';
import { pathTo } from '../../routes.ts';
import { $credentials, hideCredentials, showCredentials } from '../../stores/account-details.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import styles from './accounts.module.css';
import { useTexts } from './texts.ts';
import type { CardProps } from './types.ts';

/** Sign-in details of the trading platform. The password is fetched only on request. */
export function CredentialsCard({ account }: CardProps) {
  const { strings, locale } = useTexts();
  const credentials = useStore($credentials);
  const isRequested = credentials?.accountId === account.id;
  const shown = isRequested ? credentials.shown : null;
  return (
    <Card as="section" title={strings.platform_title}>
      <DescriptionList
        ruled
        items={[
          { term: strings.platform_name, value: platformNames[account.platform] },
          { term: strings.platform_account, value: <span className="tabular">{account.platformAccountId}</span> },
          ...(shown === null
            ? []
            : [
                { term: strings.platform_user, value: <code>{shown.user}</code> },
                { term: strings.platform_secret, value: <code>{shown.secret}</code> },
              ]),
        ]}
      />
      <div className={styles.after}>
        {shown === null ? (
          <Button variant="outline" size="small" busy={isRequested} onClick={() => showCredentials(account.id)}>
            {strings.platform_show}
          </Button>
        ) : (
          <Button variant="outline" size="small" onClick={hideCredentials}>
            {strings.platform_hide}
          </Button>
        )}
      </div>
      <p className={styles.missing}>
        {strings.platform_note}{' '}
        {(account.simulated || account.platform === 'dxfeed') && (
          <a href={`${pathTo('webTrading', {}, locale)}?account=${account.id}`}>{strings.web_link}</a>
        )}
      </p>
    </Card>
  );
}
