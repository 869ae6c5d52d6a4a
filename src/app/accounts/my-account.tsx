import { useStore } from '@nanostores/react';
import { memo, useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react';
import { onDemand } from '#app/shell/on-demand.tsx';
import { type PriceCheckStrings, PriceCheckTextsProvider } from '#app/shell/price-check-texts.ts';
import { useProgramNames } from '#app/shell/program-names.ts';
import { firstHistory } from '#shared/accounts/contract.ts';
import { isOver } from '#shared/accounts/lifecycle.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AccountFacts } from './account-facts.tsx';
import stateStyles from './account-header.module.css';
import { AccountHeader } from './account-header.tsx';
import styles from './accounts.module.css';
import { useAlertsKnown } from './alerts/use-alerts-known.ts';
import { AccountAlert } from './banners/account-alert.tsx';
import { AnnouncementAlerts } from './banners/announcement-alerts.tsx';
import { InactivityAlert } from './banners/inactivity-alert.tsx';
import { OpeningAlerts } from './banners/opening-alerts.tsx';
import { ParkedAlert } from './banners/parked-alert.tsx';
import { PlatformAlerts } from './banners/platform-alerts.tsx';
import { SimulationAlert } from './banners/simulation-alert.tsx';
import { UnpaidOrderAlert } from './banners/unpaid-order-alert.tsx';
import { DemandCards } from './demand-cards.tsx';
import { HistoryCards } from './history-cards.tsx';
import { LoadedAccounts } from './loaded-accounts.tsx';
import { AccountPicker } from './selection/account-picker.tsx';
import { type SizeCardStrings, SizeTextsProvider } from './size-texts.ts';
import { AccountScreenSkeleton, ToolsSkeleton } from './skeleton.tsx';
import { $areAccountsOld, followAccounts, openAccount } from './stores/accounts.ts';
import { detailsKeyOf, loadDetails } from './stores/details.ts';
import { $selected, readChoice, showAllAccounts } from './stores/selection.ts';
import { $deferredOrders } from './stores/unfinished-orders.ts';
import { type AccountsProps, type CardProps, defineIsland, useTexts } from './texts.ts';
import { useLaterInView } from './use-later-in-view.ts';
import { VerdictCard } from './verdict-card.tsx';

/** Loaded on demand: what few accounts need, and what stands below the first screen. */
const BreachCard = onDemand(async () => (await import('./breach/breach-card.tsx')).BreachCard);
const DeferredOrderAlerts = onDemand(
  async () => (await import('./banners/deferred-order-alert.tsx')).DeferredOrderAlerts,
);
const RecordCards = onDemand(async () => (await import('./details-cards.tsx')).RecordCards);
const ToolCards = onDemand(async () => (await import('./details-cards.tsx')).ToolCards);

type MyAccountProps = AccountsProps & {
  readonly sizeStrings: SizeCardStrings;
  readonly priceCheckStrings: PriceCheckStrings;
};

export const MyAccountIsland = defineIsland({ route: 'myAccount', screen: MyAccount, skeleton: AccountScreenSkeleton });

function MyAccount({ sizeStrings, priceCheckStrings, calls, locale }: MyAccountProps) {
  return (
    <SizeTextsProvider strings={sizeStrings} locale={locale}>
      <PriceCheckTextsProvider strings={priceCheckStrings} locale={locale}>
        <Accounts calls={calls} />
      </PriceCheckTextsProvider>
    </SizeTextsProvider>
  );
}

function Accounts({ calls }: Pick<AccountsProps, 'calls'>) {
  const { strings } = useTexts();
  const programNames = useProgramNames();
  const account = useStore($selected);
  // A press of another account shows at once, and an update never delays a press: its cards follow in slices.
  const shown = useDeferredValue(account);
  const hasDeferred = useStore($deferredOrders).length > 0;
  const isKnown = useAlertsKnown();
  const id = account?.id;
  const key = account && detailsKeyOf(account);
  useEffect(() => {
    return followAccounts(readChoice() ?? firstHistory);
  }, []);
  useEffect(() => {
    if (id !== undefined) void openAccount(id);
  }, [id]);
  useEffect(() => {
    void key;
    if (id !== undefined) void loadDetails(id);
  }, [id, key]);
  return (
    <LoadedAccounts title={strings.title} waits={!isKnown}>
      {({ length: count }) => (
        <>
          <AnnouncementAlerts />
          <UnpaidOrderAlert />
          {hasDeferred && <DeferredOrderAlerts calls={calls} fallback={null} />}
          <OpeningAlerts />
          {count > 0 && <AccountPicker count={count} />}
          {shown ? (
            <SelectedAccount account={shown} programName={programNames[shown.program]} />
          ) : (
            <h1 className="visually-hidden">{strings.title}</h1>
          )}
          {shown === null && count > 0 && (
            <EmptyState
              title={strings.filter_none}
              text={strings.filter_none_text}
              action={<Button label={strings.filter_clear} onClick={showAllAccounts} />}
            />
          )}
          {count === 0 && <FirstAccount />}
        </>
      )}
    </LoadedAccounts>
  );
}

/** What the page holds for somebody without an account: a drawing that nobody else has to load a script for. */
function FirstAccount() {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const template = document.querySelector<HTMLTemplateElement>('[data-first-account]');
    if (template) place.current?.replaceChildren(template.content.cloneNode(true));
  }, []);
  return <div ref={place} />;
}

/** The state on the left, what can be done about it on the right; on a phone one after the other. */
const SelectedAccount = memo(function SelectedAccount(props: CardProps & { readonly programName: string }) {
  const { programName, ...card } = props;
  const { strings } = useTexts();
  const { account } = card;
  // People come for the figures and the chart, so the first paint doesn't wait for the rest.
  const showsRest = useDeferredValue(useLaterInView(), false);
  const isOld = useStore($areAccountsOld) && !isOver(account.stage);
  return (
    <>
      <section className={`stack ${stateStyles.state}`} aria-label={strings.state_label} data-old={isOld || undefined}>
        <AccountHeader {...card} programName={programName} />
        <AccountFacts {...card} />
      </section>
      <AccountAlert {...card} />
      <PlatformAlerts {...card} />
      <InactivityAlert {...card} />
      <ParkedAlert {...card} />
      <SimulationAlert {...card} />
      <DemandCards {...card} />
      <div className={`stack ${styles.columns}`}>
        <div className={`stack ${styles.stateColumn}`}>
          <HistoryCards {...card} isChartOnly={!showsRest} />
          {showsRest && <RecordCards {...card} fallback={null} />}
        </div>
        <aside className={`stack ${styles.toolColumn}`} aria-label={strings.tools_column}>
          <VerdictCard {...card} />
          {showsRest ? <ToolCards {...card} fallback={<ToolsSkeleton />} /> : <ToolsSkeleton />}
        </aside>
      </div>
      {account.view.breach !== null && <BreachCard fallback={<BreachSkeleton />} {...card} />}
    </>
  );
});

function BreachSkeleton() {
  return (
    <Card>
      <Skeleton shape="row" count={6} />
    </Card>
  );
}
