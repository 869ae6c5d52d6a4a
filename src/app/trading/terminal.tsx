import { useStore } from '@nanostores/react';
import { memo, useCallback, useEffect } from 'react';
import { $accounts, type Account } from '#app/accounts/stores/accounts.ts';
import { PriceCheckTextsProvider } from '#app/shell/price-check-texts.ts';
import { useProgramNames } from '#app/shell/program-names.ts';
import { pathTo } from '#routes.ts';
import { isOver } from '#shared/accounts/lifecycle.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { Skeletons } from '#ui/skeleton.tsx';
import { ProviderAccounts } from './provider-accounts.tsx';
import { $tradedAccount, readTerminalAddress } from './stores/account.ts';
import { followQuotes } from './stores/quote.ts';
import { $trading, followTrading } from './stores/trading.ts';
import styles from './terminal.module.css';
import { TerminalScreen } from './terminal-screen.tsx';
import { TerminalSkeleton } from './terminal-skeleton.tsx';
import { defineIsland, type NameOf, type TerminalProps, useTexts } from './texts.ts';

export const TerminalIsland = defineIsland({ route: 'webTrading', screen: Terminal, skeleton: TerminalSkeleton });

function Terminal({ providerTerminal, chartStrings, priceCheckStrings, locale }: TerminalProps) {
  const programNames = useProgramNames();
  const { strings } = useTexts();
  const state = useStore($accounts);
  useEffect(() => {
    readTerminalAddress();
    const stops = [followTrading(), followQuotes()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const nameOf: NameOf = useCallback(
    ({ program, size, platformAccountId }) => `${programNames[program]} ${size} · ${platformAccountId}`,
    [programNames],
  );
  if (state.status === 'loading') return <Loading />;
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{strings.title}</h1>
      {state.status === 'failed' ? (
        <Failed title={strings.failed_title} retry={$accounts.load} />
      ) : (
        <PriceCheckTextsProvider strings={priceCheckStrings} locale={locale}>
          <Terminals {...{ accounts: state.data, nameOf, providerTerminal, chartStrings }} />
        </PriceCheckTextsProvider>
      )}
    </div>
  );
}

type TerminalsProps = Pick<TerminalProps, 'providerTerminal' | 'chartStrings'> & {
  readonly accounts: readonly Account[];
  readonly nameOf: NameOf;
};

/** Our own terminal for accounts on the simulated platform, the provider's for all others. */
function Terminals({ accounts, nameOf, providerTerminal, chartStrings }: TerminalsProps) {
  const account = useStore($tradedAccount);
  const real = accounts.filter(({ simulated, stage }) => !simulated && !isOver(stage));
  return (
    <>
      {account === null ? (
        real.length === 0 && <NoAccount hasAccounts={accounts.length > 0} />
      ) : (
        <OwnTerminal {...{ account, nameOf, chartStrings }} />
      )}
      <ProviderAccounts accounts={real} {...{ nameOf, providerTerminal }} />
    </>
  );
}

type OwnTerminalProps = Pick<TerminalProps, 'chartStrings'> & {
  readonly account: Account;
  readonly nameOf: NameOf;
};

/** Other accounts' updates are none of its business. */
const OwnTerminal = memo(function OwnTerminal({ account, ...rest }: OwnTerminalProps) {
  const { strings } = useTexts();
  const state = useStore($trading);
  if (state.status === 'failed')
    return <Failed title={strings.failed_trading} retry={() => $trading.load(account.id)} />;
  if (state.status === 'loading') return <Loading />;
  return <TerminalScreen account={account} trading={state.data} {...rest} />;
});

function NoAccount({ hasAccounts }: { readonly hasAccounts: boolean }) {
  const { strings, locale } = useTexts();
  return hasAccounts ? (
    <EmptyState
      title={strings.ended_title}
      text={strings.ended_text}
      action={<Button label={strings.ended_action} href={pathTo('myAccount', {}, locale)} />}
    />
  ) : (
    <EmptyState
      title={strings.empty_title}
      text={strings.empty_text}
      action={<Button label={strings.empty_action} href={pathTo('evaluations', {}, locale)} />}
    />
  );
}

function Loading() {
  const { strings } = useTexts();
  return (
    <Skeletons label={strings.loading}>
      <TerminalSkeleton />
    </Skeletons>
  );
}

function Failed({ title, retry }: { readonly title: string; readonly retry: () => Promise<unknown> }) {
  const { strings } = useTexts();
  return (
    <RetryAlert title={title} action={strings.retry} onRetry={retry}>
      {strings.failed_text}
    </RetryAlert>
  );
}
