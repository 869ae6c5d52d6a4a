import type { Account } from '#app/accounts/stores/accounts.ts';
import { CredentialsList } from '#app/shell/credentials-list.tsx';
import { Card } from '#ui/card.tsx';
import { useTexts } from './texts.ts';

type ProviderCredentialsProps = { readonly account: Account; readonly title: string };

/** The sign-in details for the provider's terminal. */
export function ProviderCredentials({ account, title }: ProviderCredentialsProps) {
  const { strings } = useTexts();
  return (
    <Card as="section" title={title} titleLevel={3}>
      <CredentialsList account={account} strings={strings} />
      <p className="muted">{strings.provider_note}</p>
    </Card>
  );
}
