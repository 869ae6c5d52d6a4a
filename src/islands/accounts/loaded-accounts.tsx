import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { $accounts, type Account, loadAccounts } from '../../stores/accounts.ts';
import styles from './accounts.module.css';
import { FailedAlert } from './failed-alert.tsx';
import { DashboardSkeleton } from './skeleton.tsx';
import { useTexts } from './texts.ts';

type LoadedAccountsProps = {
  /** The screen's title while its own heading isn't shown. */
  readonly title: string;
  readonly children: (accounts: readonly Account[]) => ReactNode;
};

/** A skeleton until the accounts have loaded, or a retry if loading failed. */
export function LoadedAccounts({ title, children }: LoadedAccountsProps) {
  const { strings } = useTexts();
  const state = useStore($accounts);
  if (state.status === 'loading') return <DashboardSkeleton label={strings.loading} />;
  return (
    <div className={styles.page}>
      {state.status === 'ready' ? (
        children(state.accounts)
      ) : (
        <>
          <h1 className="visually-hidden">{title}</h1>
          <FailedAlert again={loadAccounts} />
        </>
      )}
    </div>
  );
}
