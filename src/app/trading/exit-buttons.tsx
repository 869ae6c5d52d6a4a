import { useStore } from '@nanostores/react';
import { Button } from '#ui/button.tsx';
import { $contract, isOfContract } from './stores/account.ts';
import { proposeReversal } from './stores/orders.ts';
import { $tradingBusy, cancelAll, flatten, type Trading } from './stores/trading.ts';
import styles from './terminal.module.css';
import { useTexts } from './texts.ts';

type ExitButtonsProps = {
  readonly trading: Trading;
  /** On a phone, flattening stays in view and the other two are above the orders. */
  readonly only: 'flatten' | 'others' | 'all';
};

/** The buttons that close positions and cancel orders: within reach whenever there is something to close, and never blocked by old prices. */
export function ExitButtons({ trading, only }: ExitButtonsProps) {
  const { strings } = useTexts();
  const contract = useStore($contract);
  const busy = useStore($tradingBusy);
  const isFlat = trading.positions.length === 0;
  const isHeld = trading.positions.some((each) => isOfContract(each, contract));
  return (
    <div className={`cluster gap-2 ${styles.exits}`}>
      {only !== 'others' && !isFlat && (
        <Button
          label={strings.flatten}
          size="small"
          variant="outline"
          title={strings.flatten_hint}
          busy={busy.has('flatten')}
          onClick={() => void flatten()}
        />
      )}
      {only !== 'flatten' && (
        <>
          {isHeld && (
            <Button
              label={strings.reverse}
              size="small"
              variant="outline"
              onClick={({ timeStamp }) => void proposeReversal(timeStamp)}
            />
          )}
          <Button
            label={strings.cancel_all}
            size="small"
            variant="outline"
            busy={busy.has('cancel-all')}
            onClick={() => void cancelAll()}
          />
        </>
      )}
    </div>
  );
}
