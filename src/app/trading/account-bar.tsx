import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { Account } from '#app/accounts/stores/accounts.ts';
import { dayResultCents } from '#shared/accounts/day-result.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { type InstrumentCode, instrumentCodes, instruments, isInstrument } from '#shared/exchange/instruments.ts';
import { freshDataMs } from '#shared/trading/decide-trading.ts';
import { tradableMonths } from '#shared/trading/market/contracts.ts';
import { Money } from '#ui/money.tsx';
import { Select } from '#ui/select.tsx';
import { $contract, $offeredAccounts, chooseAccount, chooseContract } from './stores/account.ts';
import { $quote } from './stores/quote.ts';
import styles from './terminal.module.css';
import { useTexts } from './texts.ts';
import type { NameOf } from './types.ts';

type AccountBarProps = { readonly account: Account; readonly nameOf: NameOf; readonly shortName: string };

/** Full-size contracts first, each followed by its micros. */
const codes: readonly InstrumentCode[] = instrumentCodes.toSorted(
  (left, right) =>
    instrumentCodes.indexOf(instruments[left].fullSize) - instrumentCodes.indexOf(instruments[right].fullSize) ||
    instrumentCodes.indexOf(left) - instrumentCodes.indexOf(right),
);

/** What must stay visible for every decision: account, size, remaining drawdown and the age of the prices. */
export function AccountBar({ account, nameOf, shortName }: AccountBarProps) {
  const { strings, t, locale } = useTexts();
  const accounts = useStore($offeredAccounts);
  const { remainingDailyDrawdownCents: remainingCents, contractsInUse, maxContracts } = account.view;
  return (
    <section className={styles.bar} aria-label={strings.bar}>
      <div className={styles.choices}>
        <Select
          label={strings.account}
          value={account.id}
          options={accounts.map((each) => ({ value: each.id, label: nameOf(each) }))}
          onChange={({ target }) => chooseAccount(target.value)}
        />
        <ContractChoice />
      </div>
      <dl className={styles.figures}>
        <Figure term={strings.account} show="narrow">
          {shortName}
        </Figure>
        <Figure term={strings.room} isMain>
          {remainingCents === null ? strings.room_none : <Money cents={remainingCents} locale={locale} />}
        </Figure>
        <Figure term={strings.today}>
          <Money cents={dayResultCents(account.view)} locale={locale} signed />
        </Figure>
        <Figure term={strings.contracts_in_use} show="wide">
          {t('contracts_of', { used: contractsInUse, maximum: maxContracts })}
        </Figure>
        <DataAge />
      </dl>
    </section>
  );
}

type FigureProps = {
  readonly term: string;
  readonly isMain?: boolean;
  readonly isStale?: boolean;
  /** `narrow`: only on a phone, where the account select scrolls away. `wide`: only where there is room. */
  readonly show?: 'narrow' | 'wide';
  readonly children: ReactNode;
};

function Figure({ term, isMain, isStale, show, children }: FigureProps) {
  return (
    <div className={styles.figure} data-main={isMain || undefined} data-stale={isStale || undefined} data-show={show}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function DataAge() {
  const { strings, t, locale } = useTexts();
  const quote = useStore($quote);
  if (quote === null) return <Figure term={strings.age}>{strings.age_none}</Figure>;
  const seconds = (quote.ageMs / 1_000).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <Figure term={strings.age} isStale={quote.ageMs > freshDataMs}>
      {t('age_seconds', { seconds })}
    </Figure>
  );
}

function ContractChoice() {
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
        value={instrument}
        options={codes.map((code) => ({
          value: code,
          label: instruments[code].fullSize === code ? code : t('contract_micro', { code }),
        }))}
        onChange={({ target }) => choose(target.value)}
      />
      <Select
        label={strings.month}
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
