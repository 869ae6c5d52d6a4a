import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { AccountEquity } from '#app/office/account-equity.tsx';
import { ActionDone } from '#app/office/actions/use-action-dialog.ts';
import { ListView } from '#app/office/lists/list-view.tsx';
import { createList } from '#app/office/stores/list.ts';
import { textOf, useTexts } from '#app/office/texts.ts';
import { pathTo } from '#routes.ts';
import { Alert } from '#ui/alert.tsx';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { $riskList, findRow } from '../stores/risk.ts';
import { $openRiskAccount, hideAccount, type RiskAccount, reloadAccount } from '../stores/risk-account.ts';
import { RiskActions } from './risk-actions.tsx';
import { RiskDocuments } from './risk-documents.tsx';
import styles from './risk-drawer.module.css';
import { RiskFacts } from './risk-facts.tsx';
import { RiskHistory } from './risk-history.tsx';
import { RiskPayouts } from './risk-payouts.tsx';
import { RiskPositions } from './risk-positions.tsx';
import { RiskRules } from './risk-rules.tsx';

/** One account beside the list: its figures and positions, then the desk's actions, then its history. */
export function RiskDrawer() {
  const { strings } = useTexts();
  const account = useStore($openRiskAccount);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Only when it opens: while it follows the list, the focus stays there.
    heading.current?.focus();
    const close = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !document.querySelector('dialog[open]')) hideAccount();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, []);
  if (account === null) return null;
  const isReady = typeof account !== 'string';
  const row = isReady ? account.row : null;
  return (
    <aside className={`stack ${styles.drawer}`} aria-label={row?.account ?? strings.one_accounts}>
      <header className={styles.header}>
        <div>
          <h2 ref={heading} tabIndex={-1} title={row?.name}>
            {row?.name ?? strings.one_accounts}
          </h2>
          {isReady && <Identity account={account} />}
        </div>
        <button type="button" className={styles.close} aria-label={strings.close} onClick={hideAccount}>
          <Icon name="cross" />
        </button>
      </header>
      {account === 'loading' && <Skeleton shape="row" count={8} />}
      {account === 'failed' && <Alert kind="error" title={strings.risk_gone} />}
      {isReady && <Content account={account} />}
    </aside>
  );
}

function Identity({ account: { row, tradingDays } }: { readonly account: RiskAccount }) {
  const { strings, t } = useTexts();
  return (
    <p className="muted">
      {row.account}, {textOf(strings, 'value', row.program)} {row.size},{' '}
      {textOf(strings, 'value', row.phase).toLowerCase()}, {t('risk_day', { count: tradingDays })}
    </p>
  );
}

function Content({ account }: { readonly account: RiskAccount }) {
  const { strings, locale } = useTexts();
  useStore($riskList);
  // Live figures while the account is in the list.
  const row = findRow(account.row.id) ?? account.row;
  const reload = () => void reloadAccount(row.id);
  return (
    <>
      <RiskFacts row={row} openCents={account.openCents} />
      <AccountEquity history={account.equity} title={strings.risk_chart} />
      <RiskPositions account={account} row={row} />
      <ActionDone value={reload}>
        <RiskActions account={account} />
      </ActionDone>
      <p className={`cluster breakable ${styles.links}`}>
        <a href={pathTo('officeRecord', { list: 'accounts', id: row.id }, locale)}>{strings.risk_open_account}</a>
        <a href={pathTo('officeRecord', { list: 'people', id: account.personId }, locale)}>{account.email}</a>
      </p>
      <AccountFindings key={row.id} accountId={row.id} />
      <RiskHistory account={account} />
      <RiskPayouts payouts={account.payouts} />
      <RiskDocuments requests={account.documentRequests} />
      <RiskRules rules={account.rules} />
    </>
  );
}

/** Undecided findings about an account, if any. */
function AccountFindings({ accountId }: { readonly accountId: string }) {
  const [list] = useState(() => createList('findings', { fixed: { account: accountId, status: 'open' } }));
  return <ListView list={list} hiddenColumns={['account', 'otherAccount', 'status', 'day']} />;
}
