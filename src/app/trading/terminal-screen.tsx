import { useStore } from '@nanostores/react';
import { memo, useCallback, useRef, useState } from 'react';
import { $areAccountsOld, type Account } from '#app/accounts/stores/accounts.ts';
import { onDemand } from '#app/shell/on-demand.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { useWidth } from '#ui/use-width.ts';
import { AccountBar } from './account-bar.tsx';
import type { PriceChartStrings } from './chart-texts.ts';
import { ContractChoice, LastPrice } from './contract-choice.tsx';
import { ExitButtons } from './exit-buttons.tsx';
import { hotkeys } from './hotkeys.ts';
import { Ladder } from './ladder.tsx';
import { OrderDock } from './order-dock.tsx';
import { OrderTicketCard } from './order-ticket-card.tsx';
import { OrderUpdates } from './order-updates.tsx';
import { OrdersTable } from './orders-table.tsx';
import { PositionStrip } from './position-strip.tsx';
import { SettingsDialog } from './settings-dialogs.tsx';
import { StateAlert } from './state-alert.tsx';
import { $tradingSettings } from './stores/settings.ts';
import type { Trading } from './stores/trading.ts';
import styles from './terminal.module.css';
import { type NameOf, useTexts } from './texts.ts';
import { useHotkeys } from './use-hotkeys.ts';
import { WorkingOrders } from './working-orders.tsx';

/** The drawing library is large, so it loads with the first chart. */
const ChartPanel = onDemand(async () => (await import('./chart-panel.tsx')).ChartPanel);

/** The account changes every second with its result, its orders rarely. */
const Orders = memo(function Orders({ orders }: Pick<Trading, 'orders'>) {
  const { strings } = useTexts();
  const working = orders.filter(({ status }) => status === 'working');
  const labelOf = (label: string, count: number) => (count > 0 ? `${label} (${count})` : label);
  return (
    <Tabs
      label={strings.all_orders}
      tabs={[
        {
          key: 'working',
          label: labelOf(strings.working, working.length),
          content: () => <WorkingOrders orders={working} />,
        },
        {
          key: 'latest',
          label: strings.orders,
          content: () => <OrdersTable orders={orders.filter(({ status }) => status !== 'working')} />,
        },
      ]}
    />
  );
});

type TerminalScreenProps = {
  readonly account: Account;
  readonly trading: Trading;
  readonly nameOf: NameOf;
  readonly chartStrings: PriceChartStrings;
};

/** The last digits of the account’s number before its name, which a phone’s bar may cut off. */
const shortNameOf =
  (nameOf: NameOf): NameOf =>
  (account) => {
    const [name, number = ''] = nameOf(account).split(' · ');
    return `${number.slice(-4)} · ${name}`;
  };

/** Chart, ladder and ticket side by side where there is room; on a phone the chart first, and the ticket in a sheet. */
export function TerminalScreen({ account, trading, nameOf, chartStrings }: TerminalScreenProps) {
  const { strings } = useTexts();
  const root = useRef<HTMLDivElement>(null);
  const width = useWidth();
  const isOld = useStore($areAccountsOld);
  const [dialog, setDialog] = useState<'settings' | 'keys' | null>(null);
  const showList = useCallback(() => setDialog('keys'), []);
  useHotkeys({ root, showList });
  const close = (closed: typeof dialog) => setDialog((open) => (open === closed ? null : open));
  const remainingCents = account.view.remainingDailyDrawdownCents;
  const isPhone = width === 'phone';
  return (
    <div ref={root} className={styles.terminal} data-old={isOld || undefined}>
      <AccountBar account={account} nameOf={isPhone ? shortNameOf(nameOf) : nameOf} />
      <PositionStrip trading={trading} remainingCents={remainingCents} width={width} />
      <StateAlert account={account} trading={trading} />
      <div className={styles.grid}>
        <section className={styles.market} aria-label={strings.chart}>
          <div className={`cluster ${styles.toolbar}`}>
            <ContractChoice />
            <LastPrice />
            <span className={styles.settings}>
              <Button label={strings.settings} size="small" variant="quiet" onClick={() => setDialog('settings')} />
              {!isPhone && <Button label={strings.keys} size="small" variant="quiet" onClick={showList} />}
            </span>
          </div>
          <ChartPanel
            fallback={<Skeleton shape="chart" />}
            trading={trading}
            remainingCents={remainingCents}
            strings={chartStrings}
          />
        </section>
        <Ladder trading={trading} />
        {!isPhone && (
          <div className={styles.ticket}>
            <OrderTicketCard trading={trading} remainingCents={remainingCents} />
          </div>
        )}
        <div className={`stack ${styles.tables}`}>
          {isPhone ? <ExitButtons trading={trading} only="others" /> : <OrderUpdates />}
          <Orders orders={trading.orders} />
        </div>
      </div>
      {isPhone && <OrderDock trading={trading} remainingCents={remainingCents} />}
      <SettingsDialog open={dialog === 'settings'} onClose={() => close('settings')} onShowKeys={showList} />
      <HotkeyList open={dialog === 'keys'} onClose={() => close('keys')} />
    </div>
  );
}

function HotkeyList({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { strings } = useTexts();
  const settings = useStore($tradingSettings);
  return (
    <Dialog open={open} onClose={onClose} title={strings.hotkeys} closeLabel={strings.close}>
      {!settings.hotkeys && <p role="status">{strings.keys_off}</p>}
      <DataTable
        caption={strings.keys}
        narrow="fit"
        rows={hotkeys}
        rowKey={({ action }) => action}
        columns={[
          {
            header: strings.keys_key,
            cell: ({ key, shift }) => <kbd>{shift ? `${strings.shift} + ${key}` : key}</kbd>,
          },
          { header: strings.keys_action, cell: ({ action }) => strings[`key_${action}`] },
        ]}
      />
    </Dialog>
  );
}
