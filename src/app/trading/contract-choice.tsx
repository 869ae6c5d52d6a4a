import { useStore } from '@nanostores/react';
import { contractName } from '#shared/exchange/contract-month.ts';
import { type InstrumentCode, instrumentCodes, instruments, isInstrument } from '#shared/exchange/instruments.ts';
import { formatPrice } from '#shared/exchange/price.ts';
import { tradableMonths } from '#shared/trading/market/contracts.ts';
import { Select } from '#ui/select.tsx';
import { $contract, chooseContract } from './stores/account.ts';
import { $quote } from './stores/quote.ts';
import styles from './terminal.module.css';
import { useTexts } from './texts.ts';

/** Full-size contracts first, each followed by its micros. */
const codes: readonly InstrumentCode[] = instrumentCodes.toSorted(
  (left, right) =>
    instrumentCodes.indexOf(instruments[left].fullSize) - instrumentCodes.indexOf(instruments[right].fullSize) ||
    instrumentCodes.indexOf(left) - instrumentCodes.indexOf(right),
);

export function ContractChoice() {
  const { strings, t } = useTexts();
  const { instrument, month } = useStore($contract);
  const months = tradableMonths(instrument, Date.now());
  const offered = months.includes(month) ? months : [month, ...months];
  const choose = (code: string) => {
    if (!isInstrument(code)) return;
    const [front = month] = tradableMonths(code, Date.now());
    chooseContract({ instrument: code, month: front });
  };
  return (
    <>
      <Select
        label={strings.contract}
        hideLabel
        className={styles.choice}
        value={instrument}
        options={codes.map((code) => ({
          value: code,
          label: instruments[code].fullSize === code ? code : t('contract_micro', { code }),
        }))}
        onChange={({ target }) => choose(target.value)}
      />
      <Select
        label={strings.month}
        hideLabel
        className={styles.choice}
        value={month}
        options={offered.map((each) => ({ value: each, label: contractName(instrument, each) }))}
        onChange={({ target }) => {
          const chosen = offered.find((each) => each === target.value);
          if (chosen !== undefined) chooseContract({ instrument, month: chosen });
        }}
      />
    </>
  );
}

export function LastPrice() {
  const { strings, locale } = useTexts();
  const quote = useStore($quote);
  const { instrument } = useStore($contract);
  if (quote === null) return null;
  return (
    <span className={styles.last}>
      <span className="visually-hidden">{strings.last}</span> {formatPrice(instrument, quote.lastTicks, locale)}
    </span>
  );
}
