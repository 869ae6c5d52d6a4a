import { CredentialsList } from '#app/shell/credentials-list.tsx';
import { pathTo } from '#routes.ts';
import { Card } from '#ui/card.tsx';
import styles from './accounts.module.css';
import { useTexts } from './texts.ts';
import type { CardProps } from './types.ts';

/** Sign-in details of the trading platform. */
export function CredentialsCard({ account }: CardProps) {
  const { strings, locale } = useTexts();
  return (
    <Card as="section" title={strings.platform_title}>
      <CredentialsList account={account} strings={strings} />
      <p className={styles.missing}>
        {strings.platform_note}{' '}
        {(account.simulated || account.platform === 'dxfeed') && (
          <a href={`${pathTo('webTrading', {}, locale)}?account=${account.id}`}>{strings.web_link}</a>
        )}
      </p>
    </Card>
  );
}
