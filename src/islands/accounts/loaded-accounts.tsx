import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { $accounts, type Account, loadAccounts } from '../../stores/accounts.ts';
import styles from './accounts.module.css';
import { FailedAlert } from './failed-alert.tsx';
import { DashboardSkeleton } from './skeleton.tsx';
import type { AccountStrings } from './types.ts';

type LoadedAccountsProps = {
  readonly strings: AccountStrings;
  /** The screen's title while its own heading isn't shown. */
  readonly title: string;
  readonly children: (accounts: readonly Account[]) => ReactNode;
};

/** A skeleton until the accounts have loaded, or a retry if loading failed. */
export function LoadedAccounts({ strings, title, children }: LoadedAccountsProps) {
  const state = useStore($accounts);
  if (state.status === 'loading') return <DashboardSkeleton label={strings.loading} />;
  return (
    <div className={styles.page}>
      {state.status === 'ready' ? (
        children(state.accounts)
      ) : (
        <>
          <h1 className="visually-hidden">{title}</h1>
          <FailedAlert strings={strings} again={loadAccounts} />
        </>
      )}
    </div>
  );
}
