import { useCallback, useRef, useState } from 'react';
import type { Account } from '../../stores/accounts.ts';
import type { Trading } from '../../stores/trading.ts';
import { Button } from '../../ui/button.tsx';
import { AccountBar } from './account-bar.tsx';
import { Exits } from './exits.tsx';
import { HotkeyList } from './hotkey-list.tsx';
import { Ladder } from './ladder.tsx';
import { OrdersTable } from './orders-table.tsx';
import { PositionsTable } from './positions-table.tsx';
import { SettingsDialog } from './settings-dialogs.tsx';
import { StateAlert } from './state-alert.tsx';
import styles from './terminal.module.css';
import { useTexts } from './texts.ts';
import { TicketCard } from './ticket-card.tsx';
import type { NameOf } from './types.ts';
import { useHotkeys } from './use-hotkeys.ts';
import { WorkingOrders } from './working-orders.tsx';

type TerminalScreenProps = {
  readonly account: Account;
  readonly trading: Trading;
  readonly nameOf: NameOf;
  readonly shortName: string;
};

/** Ticket first on a phone; chart, ladder and ticket side by side where there is room. */
export function TerminalScreen({ account, trading, nameOf, shortName }: TerminalScreenProps) {
  const { strings, locale } = useTexts();
  const root = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useState<'settings' | 'keys' | null>(null);
  const showList = useCallback(() => setDialog('keys'), []);
  useHotkeys({ root, showList }, locale);
  const close = (closed: typeof dialog) => setDialog((open) => (open === closed ? null : open));
  const roomCents = account.view.remainingDailyDrawdownCents;
  const working = trading.orders.filter(({ status }) => status === 'working');
  const done = trading.orders.filter(({ status }) => status !== 'working');
  return (
    <div ref={root} className={styles.terminal}>
      <AccountBar {...{ account, nameOf, shortName }} />
      <StateAlert account={account} trading={trading} />
      <div className={styles.grid}>
        <div className={styles.ticket}>
          <TicketCard trading={trading} roomCents={roomCents} />
        </div>
        <div className={styles.market}>
          <div className={styles.views}>
            <span className={styles.toolbar}>
              <Button size="small" variant="quiet" onClick={() => setDialog('settings')}>
                {strings.settings}
              </Button>
              <Button size="small" variant="quiet" onClick={showList}>
                {strings.keys}
              </Button>
            </span>
          </div>
          <div className={styles.ladder}>
            <Ladder trading={trading} />
          </div>
        </div>
        <div className={styles.tables}>
          <PositionsTable positions={trading.positions} />
          <WorkingOrders orders={working} />
          <OrdersTable orders={done} />
        </div>
      </div>
      <Exits trading={trading} />
      <SettingsDialog open={dialog === 'settings'} onClose={() => close('settings')} onShowKeys={showList} />
      <HotkeyList open={dialog === 'keys'} onClose={() => close('keys')} />
    </div>
  );
}
