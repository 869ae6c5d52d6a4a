import { useStore } from '@nanostores/react';
import { Button } from '#ui/button.tsx';
import { OrderUpdates } from './order-updates.tsx';
import { $contract, isOfContract } from './stores/account.ts';
import { proposeReversal } from './stores/orders.ts';
import { $tradingBusy, cancelAll, flatten, type Trading } from './stores/trading.ts';
import styles from './terminal.module.css';
import { useTexts } from './texts.ts';

/** The buttons that close positions and cancel orders: always within reach, and never blocked by old prices. */
export function ExitButtons({ trading }: { readonly trading: Trading }) {
  const { strings } = useTexts();
  const contract = useStore($contract);
  const busy = useStore($tradingBusy);
  const isHeld = trading.positions.some((each) => isOfContract(each, contract));
  return (
    <section className={styles.exits} aria-label={strings.exits}>
      <OrderUpdates />
      <Button
        size="small"
        className={styles.flatten}
        title={strings.flatten_hint}
        busy={busy.has('flatten')}
        onClick={() => void flatten()}
      >
        {strings.flatten}
      </Button>
      <Button
        size="small"
        variant="outline"
        title={isHeld ? undefined : strings.reverse_none}
        disabled={!isHeld}
        onClick={({ timeStamp }) => void proposeReversal(timeStamp)}
      >
        {strings.reverse}
      </Button>
      <Button size="small" variant="outline" busy={busy.has('cancel-all')} onClick={() => void cancelAll()}>
        {strings.cancel_all}
      </Button>
    </section>
  );
}
