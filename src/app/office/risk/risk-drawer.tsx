import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import {
  $openRiskAccount,
  $riskList,
  findRow,
  hideAccount,
  type RiskAccount,
  showAccount,
} from '#app/risk/stores/risk.ts';
import { pathTo } from '#routes.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { timeText } from '../cell.tsx';
import { ListView } from '../lists/list-view.tsx';
import { createList } from '../stores/list.ts';
import { useTexts } from '../texts.ts';
import { textOf } from '../types.ts';
import styles from './risk.module.css';
import { RiskActions } from './risk-actions.tsx';
import { RiskDocuments } from './risk-documents.tsx';
import { RiskHistory } from './risk-history.tsx';
import { RiskPayouts } from './risk-payouts.tsx';
import { RiskRules } from './risk-rules.tsx';

/** One account beside the list: its figures, and the desk's actions, history and notes. */
export function RiskDrawer() {
  const { strings } = useTexts();
  const account = useStore($openRiskAccount);
  const heading = useRef<HTMLHeadingElement>(null);
  const openId = account === null || typeof account === 'string' ? account : account.row.id;
  useEffect(() => {
    if (openId === null) return undefined;
    heading.current?.focus();
    const close = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !document.querySelector('dialog[open]')) hideAccount();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [openId]);
  if (account === null) return null;
  const isReady = typeof account !== 'string';
  return (
    <aside className={styles.drawer} aria-labelledby="risk-account">
      <header className={styles.drawerHeader}>
        <h2 id="risk-account" ref={heading} tabIndex={-1}>
          {isReady ? account.row.account : strings.one_accounts}
        </h2>
        <Button variant="quiet" size="small" onClick={hideAccount}>
          {strings.close}
        </Button>
      </header>
      {account === 'loading' && <Skeleton shape="row" count={8} />}
      {account === 'failed' && <Alert kind="error" title={strings.risk_gone} />}
      {isReady && <Content account={account} />}
    </aside>
  );
}

function Content({ account }: { readonly account: RiskAccount }) {
  const { strings, locale } = useTexts();
  useStore($riskList);
  // Live figures while the account is in the list.
  const row = findRow(account.row.id) ?? account.row;
  const reload = () => void showAccount(row.id);
  const points = account.series.map(([, equityCents, floorCents]) => ({ equityCents, floorCents }));
  return (
    <>
      <p className="muted">
        <a href={pathTo('officeRecord', { list: 'people', id: account.personId }, locale)}>{account.email}</a>
        {' · '}
        {textOf(strings, 'value', row.program)} {row.size} · {textOf(strings, 'value', row.phase)}
      </p>
      {points.length > 1 && <Sparkline points={points} title={strings.risk_chart} />}
      <DescriptionList
        ruled
        items={[
          {
            term: strings.column_remainingCents,
            value: row.remainingCents === null ? '–' : <Money cents={row.remainingCents} locale={locale} />,
            total: true,
          },
          { term: strings.column_equityCents, value: <Money cents={row.equityCents} locale={locale} /> },
          {
            term: strings.column_floorCents,
            value: row.floorCents === null ? '–' : <Money cents={row.floorCents} locale={locale} />,
          },
          { term: strings.risk_today, value: <Money cents={row.todayCents} locale={locale} signed /> },
          {
            term: strings.column_lastEventAt,
            value: row.lastEventAt === null ? '–' : timeText(row.lastEventAt, true),
          },
        ]}
      />
      <RiskActions account={account} onDone={reload} />
      <RiskRules rules={account.rules} />
      <AccountFindings key={row.id} accountId={row.id} />
      <RiskPayouts payouts={account.payouts} />
      <RiskDocuments requests={account.documentRequests} />
      <RiskHistory account={account} />
    </>
  );
}

/** Undecided findings about an account, if any. */
function AccountFindings({ accountId }: { readonly accountId: string }) {
  const [list] = useState(() => createList('findings', { fixed: { account: accountId, status: 'open' } }));
  return <ListView list={list} isInRecord hiddenColumns={['account', 'otherAccount', 'status', 'day']} />;
}
