import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect } from 'react';
import { createTranslate } from '../../i18n/translate.ts';
import { pathTo } from '../../routes.ts';
import { $selected, readChoice } from '../../stores/account-choice.ts';
import { $accounts, followAccounts, loadAccounts } from '../../stores/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Frame } from '../frame/frame.tsx';
import { AccountHead } from './account-head.tsx';
import { AccountNotice } from './account-notice.tsx';
import { AccountPicker } from './account-picker.tsx';
import styles from './accounts.module.css';
import { ChartCard } from './chart-card.tsx';
import { DaysCard } from './days-card.tsx';
import { DetailsCards } from './details-cards.tsx';
import { FillsCard } from './fills-card.tsx';
import { GaugeCard } from './gauge-card.tsx';
import { ObjectivesCard } from './objectives-card.tsx';
import { DashboardSkeleton } from './skeleton.tsx';
import type { AccountsProps, CardProps } from './types.ts';
import { UnfinishedNotice } from './unfinished-notice.tsx';

/** The report brings the engine with it, which only an account that has ended needs. */
const BreachCard = lazy(async () => ({ default: (await import('./breach-card.tsx')).BreachCard }));

export function MyAccountIsland(props: AccountsProps) {
  return (
    <Frame route="myAccount" locale={props.locale} calls={props.calls}>
      <MyAccount {...props} />
    </Frame>
  );
}

function MyAccount({ strings, locale, programmeNames }: AccountsProps) {
  const state = useStore($accounts);
  const account = useStore($selected);
  useEffect(() => {
    readChoice();
    return followAccounts();
  }, []);
  const t = createTranslate(strings, locale);

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
  if (state.accounts.length === 0) {
    return (
      <div className={styles.page}>
        <h1 className="visually-hidden">{strings.title}</h1>
        <UnfinishedNotice {...{ strings, t, locale }} />
        <EmptyState
          titleLevel={2}
          title={strings.empty_title}
          text={strings.empty_text}
          action={<Button href={pathTo('evaluations', {}, locale)}>{strings.empty_action}</Button>}
        />
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <UnfinishedNotice {...{ strings, t, locale }} />
      <AccountPicker {...{ count: state.accounts.length, strings, t, programmeNames, locale }} />
      {account ? (
        <Dashboard {...{ account, strings, t, locale }} programmeName={programmeNames[account.programme]} />
      ) : (
        <h1 className="visually-hidden">{strings.title}</h1>
      )}
    </div>
  );
}

function Dashboard({ programmeName, ...card }: CardProps & { readonly programmeName: string }) {
  const { account } = card;
  return (
    <>
      <AccountHead {...card} programmeName={programmeName} />
      <AccountNotice {...card} />
      <div className={styles.upper}>
        <GaugeCard {...card} />
        <ChartCard {...card} />
      </div>
      <div className={styles.lower}>
        <ObjectivesCard {...card} />
        <DaysCard {...card} />
        <FillsCard {...card} />
      </div>
      {account.view.breach !== null && (
        <Suspense fallback={null}>
          <BreachCard {...card} />
        </Suspense>
      )}
      <DetailsCards {...card} />
    </>
  );
}
