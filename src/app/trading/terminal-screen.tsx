import { useCallback, useRef, useState, useSyncExternalStore } from 'react';
import type { Account } from '#app/accounts/stores/accounts.ts';
import { onDemand } from '#app/shell/on-demand.tsx';
import { Button } from '#ui/button.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AccountBar } from './account-bar.tsx';
import type { PriceChartStrings } from './chart-texts.ts';
import { ExitButtons } from './exit-buttons.tsx';
import { HotkeyList } from './hotkey-list.tsx';
import { Ladder } from './ladder.tsx';
import { OrderTicketCard } from './order-ticket-card.tsx';
import { OrdersTable } from './orders-table.tsx';
import { PositionsTable } from './positions-table.tsx';
import { SettingsDialog } from './settings-dialogs.tsx';
import { StateAlert } from './state-alert.tsx';
import type { Trading } from './stores/trading.ts';
import styles from './terminal.module.css';
import { useTexts } from './texts.ts';
import type { NameOf } from './types.ts';
import { useHotkeys } from './use-hotkeys.ts';
import { WorkingOrders } from './working-orders.tsx';

/** The drawing library is large, so it loads with the first chart. */
const ChartPanel = onDemand(async () => (await import('./chart-panel.tsx')).ChartPanel);

type TerminalScreenProps = {
  readonly account: Account;
  readonly trading: Trading;
  readonly nameOf: NameOf;
  readonly shortName: string;
  readonly chartStrings: PriceChartStrings;
};

/** The ticket comes first on a phone; chart, ladder and ticket are side by side where there is room. */
export function TerminalScreen({ account, trading, nameOf, shortName, chartStrings }: TerminalScreenProps) {
  const { strings } = useTexts();
  const root = useRef<HTMLDivElement>(null);
  const isWide = useWide();
  const [view, setView] = useState<'chart' | 'ladder'>('ladder');
  const [dialog, setDialog] = useState<'settings' | 'keys' | null>(null);
  const showList = useCallback(() => setDialog('keys'), []);
  useHotkeys({ root, showList });
  const close = (closed: typeof dialog) => setDialog((open) => (open === closed ? null : open));
  const remainingCents = account.view.remainingDailyDrawdownCents;
  const working = trading.orders.filter(({ status }) => status === 'working');
  const done = trading.orders.filter(({ status }) => status !== 'working');
  return (
    <div ref={root} className={styles.terminal}>
      <AccountBar {...{ account, nameOf, shortName }} />
      <StateAlert account={account} trading={trading} />
      <div className={styles.grid}>
        <div className={styles.ticket}>
          <OrderTicketCard trading={trading} remainingCents={remainingCents} />
        </div>
        <div className={styles.market}>
          <div className={styles.views}>
            {!isWide && (
              <Segmented
                label={strings.view}
                value={view}
                options={(['ladder', 'chart'] as const).map((value) => ({ value, label: strings[value] }))}
                onChange={setView}
              />
            )}
            <span className={styles.toolbar}>
              <Button size="small" variant="quiet" onClick={() => setDialog('settings')}>
                {strings.settings}
              </Button>
              <Button size="small" variant="quiet" onClick={showList}>
                {strings.keys}
              </Button>
            </span>
          </div>
          {(isWide || view === 'chart') && (
            <div className={styles.chart}>
              <ChartPanel fallback={<Skeleton shape="chart" />} trading={trading} strings={chartStrings} />
            </div>
          )}
          {(isWide || view === 'ladder') && <Ladder trading={trading} />}
        </div>
        <div className={styles.tables}>
          <PositionsTable positions={trading.positions} followsMarket={trading.followsMarket} />
          <WorkingOrders orders={working} />
          <OrdersTable orders={done} />
        </div>
      </div>
      <ExitButtons trading={trading} />
      <SettingsDialog open={dialog === 'settings'} onClose={() => close('settings')} onShowKeys={showList} />
      <HotkeyList open={dialog === 'keys'} onClose={() => close('keys')} />
    </div>
  );
}

/** The width at which chart and ladder are side by side; the stylesheet's widest layout starts here. */
const wideQuery = '(min-width: 64rem)';

function watchWidth(onChange: () => void): () => void {
  const list = matchMedia(wideQuery);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

function useWide(): boolean {
  return useSyncExternalStore(
    watchWidth,
    () => matchMedia(wideQuery).matches,
    () => false,
  );
}
