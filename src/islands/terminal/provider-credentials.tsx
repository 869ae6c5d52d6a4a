import { useStore } from '@nanostores/react';
import { platformNames } from '../../domain/order/types.ts';
import { $credentials, hideCredentials, showCredentials } from '../../stores/account-details.ts';
import type { Account } from '../../stores/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { useTexts } from './texts.ts';

type ProviderCredentialsProps = { readonly account: Account; readonly title: string };

/** What the provider's terminal asks for. The password is fetched only on request. */
export function ProviderCredentials({ account, title }: ProviderCredentialsProps) {
  const { strings } = useTexts();
  const credentials = useStore($credentials);
  const isRequested = credentials?.accountId === account.id;
  const shown = isRequested ? credentials.shown : null;
  const facts = [
    { term: strings.provider_feed, value: platformNames[account.platform] },
    { term: strings.provider_account, value: <span className="tabular">{account.platformAccountId}</span> },
  ];
  const secrets =
    shown === null
      ? []
      : [
          { term: strings.provider_user, value: <code>{shown.user}</code> },
          { term: strings.provider_secret, value: <code>{shown.secret}</code> },
        ];
  return (
    <Card as="section" title={title} titleLevel={3}>
      <DescriptionList ruled items={[...facts, ...secrets]} />
      {shown === null ? (
        <Button variant="outline" size="small" busy={isRequested} onClick={() => showCredentials(account.id)}>
          {strings.provider_show}
        </Button>
      ) : (
        <Button variant="outline" size="small" onClick={hideCredentials}>
          {strings.provider_hide}
        </Button>
      )}
      <p className="soft">{strings.provider_note}</p>
    </Card>
  );
}
