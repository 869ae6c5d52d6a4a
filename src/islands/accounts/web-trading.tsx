import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { createTranslate } from '../../i18n/translate.ts';
import { pathTo } from '../../routes.ts';
import { $accounts, type Account, loadAccounts } from '../../stores/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Frame } from '../frame/frame.tsx';
import styles from './accounts.module.css';
import { CredentialsCard } from './credentials-card.tsx';
import { DashboardSkeleton } from './skeleton.tsx';
import type { AccountsProps, CardProps } from './types.ts';

type WebTradingProps = AccountsProps & {
  readonly title: string;
  /** The terminal of the feed that has one. */
  readonly terminal: string;
};

export function WebTradingIsland(props: WebTradingProps) {
  return (
    <Frame route="webTrading" locale={props.locale} calls={props.calls}>
      <WebTrading {...props} />
    </Frame>
  );
}

function WebTrading(props: WebTradingProps) {
  const { strings, locale, title } = props;
  const state = useStore($accounts);
  const t = createTranslate(strings, locale);
  useEffect(() => void loadAccounts(), []);
  if (state.status === 'loading') return <DashboardSkeleton label={strings.loading} />;
  if (state.status === 'failed') {
    return (
      <div className={styles.page}>
        <Notice
          kind="error"
          title={strings.failed_title}
          actions={<Button onClick={loadAccounts}>{strings.failed_action}</Button>}
        >
          {strings.failed_text}
        </Notice>
      </div>
    );
  }
  const running = state.accounts.filter(
    ({ stage }) => stage === 'evaluation' || stage === 'funded' || stage === 'live',
  );
  const here = running.filter(({ platform }) => platform === 'dxfeed');
  const elsewhere = running.filter(({ platform }) => platform !== 'dxfeed');
  return (
    <div className={styles.page}>
      <header className={styles.head}>
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
        <Terminal {...props} t={t} accounts={here} />
      )}
      {elsewhere.length > 0 && (
        <Notice
          title={strings.web_other}
          actions={
            <Button href={pathTo('connectionGuide', {}, locale)} variant="outline" size="small">
              {strings.web_guides}
            </Button>
          }
        >
          {t('web_other_text', { accounts: elsewhere.map((account) => nameOf(account, props)).join('; ') })}
        </Notice>
      )}
    </div>
  );
}

type TerminalProps = WebTradingProps & { readonly t: CardProps['t']; readonly accounts: readonly Account[] };

function Terminal({ accounts, terminal, t, ...props }: TerminalProps) {
  const { strings, locale } = props;
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
          <CredentialsCard key={account.id} {...{ account, strings, t, locale }} title={nameOf(account, props)} />
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
