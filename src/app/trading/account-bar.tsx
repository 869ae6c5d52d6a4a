import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { $accountsSilentMs, type Account } from '#app/accounts/stores/accounts.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { dayResultCents } from '#shared/accounts/day-result.ts';
import { freshDataMs } from '#shared/trading/decide-trading.ts';
import { Money } from '#ui/money.tsx';
import { Select } from '#ui/select.tsx';
import { $offeredAccounts, chooseAccount } from './stores/account.ts';
import { $marketAge } from './stores/market.ts';
import { $isQuoted } from './stores/quote.ts';
import styles from './terminal.module.css';
import { type NameOf, useTexts } from './texts.ts';

/** What must stay visible for every decision: account, size, remaining drawdown and the age of the prices. */
export function AccountBar({ account, nameOf }: { readonly account: Account; readonly nameOf: NameOf }) {
  const { strings, t, locale } = useTexts();
  const accounts = useStore($offeredAccounts);
  const { remainingDailyDrawdownCents: remainingCents, contractsInUse, maxContracts } = account.view;
  const count = (value: number) => value.toLocaleString(formatLocale(locale));
  return (
    <section className={styles.bar} aria-label={strings.bar}>
      <Select
        label={strings.account}
        hideLabel
        className={styles.choice}
        value={account.id}
        options={accounts.map((each) => ({ value: each.id, label: nameOf(each) }))}
        onChange={({ target }) => chooseAccount(target.value)}
      />
      <dl className={`tabular nowrap ${styles.figures}`}>
        <Figure term={strings.room} isMain>
          {remainingCents === null ? strings.room_none : <Money cents={remainingCents} locale={locale} />}
        </Figure>
        <Figure term={strings.today}>
          <Money cents={dayResultCents(account.view)} locale={locale} signed />
        </Figure>
        <Figure term={strings.contracts_in_use} show="wide">
          {t('contracts_of', { used: count(contractsInUse), maximum: count(maxContracts) })}
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
  readonly isAge?: boolean;
  /** `wide`: only where there is room. */
  readonly show?: 'wide';
  readonly children: ReactNode;
};

function Figure({ term, isMain, isStale, isAge, show, children }: FigureProps) {
  return (
    <div
      className={styles.figure}
      data-main={isMain || undefined}
      data-stale={isStale || undefined}
      data-age={isAge || undefined}
      data-show={show}
    >
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The age of what is older: the prices or the account's figures. */
function DataAge() {
  const { strings, t, locale } = useTexts();
  const silentMs = useStore($accountsSilentMs);
  const ageMs = Math.max(useStore($marketAge) ?? 0, silentMs ?? 0);
  const isQuoted = useStore($isQuoted);
  if (!isQuoted && silentMs === null)
    return (
      <Figure term={strings.age} isAge>
        {strings.age_none}
      </Figure>
    );
  const seconds = (ageMs / 1_000).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <Figure term={strings.age} isAge isStale={ageMs > freshDataMs}>
      {t('age_seconds', { seconds })}
    </Figure>
  );
}
