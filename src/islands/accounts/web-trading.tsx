import { useEffect } from 'react';
import { isTraded } from '../../domain/account/lifecycle.ts';
import { pathTo } from '../../routes.ts';
import { type Account, loadAccounts } from '../../stores/accounts.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AppShell } from '../app-shell/app-shell.tsx';
import styles from './accounts.module.css';
import { CredentialsCard } from './credentials-card.tsx';
import { LoadedAccounts } from './loaded-accounts.tsx';
import { TextsProvider, useTexts } from './texts.ts';
import type { AccountsProps } from './types.ts';

type WebTradingProps = AccountsProps & {
  readonly title: string;
  /** The web terminal of the data feed, if it has one. */
  readonly terminal: string;
};

export function WebTradingIsland(props: WebTradingProps) {
  return (
    <AppShell route="webTrading" locale={props.locale} calls={props.calls}>
      <TextsProvider strings={props.strings} locale={props.locale}>
        <WebTrading {...props} />
      </TextsProvider>
    </AppShell>
  );
}

function WebTrading(props: WebTradingProps) {
  useEffect(() => void loadAccounts(), []);
  return (
    <LoadedAccounts title={props.title}>
      {(accounts) => <Platforms {...props} accounts={accounts.filter(({ stage }) => isTraded(stage))} />}
    </LoadedAccounts>
  );
}

function Platforms({ accounts, ...props }: WebTradingProps & { readonly accounts: readonly Account[] }) {
  const { strings, t, locale } = useTexts();
  const { title } = props;
  const here = accounts.filter(({ platform }) => platform === 'dxfeed');
  const elsewhere = accounts.filter(({ platform }) => platform !== 'dxfeed');
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>{title}</h1>
      </header>
      {here.length === 0 ? (
        <EmptyState
          titleLevel={2}
          title={strings.web_empty_title}
          text={strings.web_empty_text}
          action={<Button href={pathTo('evaluations', {}, locale)}>{strings.empty_action}</Button>}
        />
      ) : (
        <Terminal {...props} accounts={here} />
      )}
      {elsewhere.length > 0 && (
        <Alert
          title={strings.web_other}
          actions={
            <Button href={pathTo('connectionGuide', {}, locale)} variant="outline" size="small">
              {strings.web_guides}
            </Button>
          }
        >
          {t('web_other_text', { accounts: elsewhere.map((account) => nameOf(account, props)).join('; ') })}
        </Alert>
      )}
    </>
  );
}

type TerminalProps = WebTradingProps & { readonly accounts: readonly Account[] };

function Terminal({ accounts, terminal, ...props }: TerminalProps) {
  const { strings } = useTexts();
  return (
    <>
      <p>{strings.web_lead}</p>
      <p>
        <Button href={terminal} target="_blank" rel="noopener noreferrer">
          {strings.web_open}
        </Button>
      </p>
      <div className={styles.lower}>
        {accounts.map((account) => (
          <CredentialsCard key={account.id} {...{ account }} title={nameOf(account, props)} />
        ))}
      </div>
    </>
  );
}

function nameOf(
  { programme, size, platformAccountId }: Account,
  { programmeNames }: Pick<AccountsProps, 'programmeNames'>,
) {
  return `${programmeNames[programme]} ${size}, ${platformAccountId}`;
}
