import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { Skeletons } from '#ui/skeleton.tsx';
import styles from './accounts.module.css';
import { FailedAlert } from './failed-alert.tsx';
import { AccountScreenSkeleton } from './skeleton.tsx';
import { $accounts, type Account } from './stores/accounts.ts';
import { useTexts } from './texts.ts';

type LoadedAccountsProps = {
  /** The screen's title, shown until its own heading is. */
  readonly title: string;
  /** True while something that would push the accounts down may still appear. */
  readonly waits?: boolean;
  /** The screen's layout; the account screen's by default. */
  readonly className?: string | undefined;
  readonly children: (accounts: readonly Account[]) => ReactNode;
};

/** A skeleton until the accounts have loaded, or a retry button if loading failed. */
export function LoadedAccounts({ title, waits = false, className = styles.page, children }: LoadedAccountsProps) {
  const { strings } = useTexts();
  const state = useStore($accounts);
  if (state.status === 'loading' || waits) {
    return (
      <Skeletons label={strings.loading}>
        <AccountScreenSkeleton />
      </Skeletons>
    );
  }
  return (
    <div className={className}>
      {state.status === 'ready' ? (
        children(state.data)
      ) : (
        <>
          <h1 className="visually-hidden">{title}</h1>
          <FailedAlert again={$accounts.load} />
        </>
      )}
    </div>
  );
}
