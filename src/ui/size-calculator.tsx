import { useEffect, useRef, useState } from 'react';
import type { Locale } from '#i18n/locales.ts';
import { createTranslate } from '#i18n/translate.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatFigure } from '#lib/money/format.ts';
import { readDollars } from '#lib/money/read.ts';
import { readWhole } from '#lib/read-whole.ts';
import type sizeStrings from '#locales/en/size-calculator.json';
import { contractsOf, markets, type PositionSize, sizePositions } from '#shared/accounts/position-size.ts';
import { type InstrumentCode, instruments, isInstrument } from '#shared/exchange/instruments.ts';
import { classNames } from './class-names.ts';
import { DataTable } from './data-table.tsx';
import { Select } from './select.tsx';
import styles from './size-calculator.module.css';
import { TextInput } from './text-input.tsx';

/** The calculator's strings; the remaining ones belong to the page or card. */
export type SizeStrings = Omit<typeof sizeStrings, 'title' | 'lead' | 'noScript'>;

type SizeCalculatorProps = {
  readonly strings: SizeStrings;
  readonly locale: Locale;
  /** The account's remaining drawdown and contracts; without an account the reader types both. */
  readonly account?: { readonly remainingCents: number | null; readonly freeContracts: number };
  /** The contract selected at first. */
  readonly start?: InstrumentCode;
};

const shares = [10_000, 5_000, 2_500, 1_000, 500] as const;
const maxTicks = 100_000;

/** Converts the remaining drawdown and a stop in ticks to contracts, in every size of the market. */
export function SizeCalculator({ strings, locale, account, start = 'ES' }: SizeCalculatorProps) {
  const t = createTranslate(strings, locale);
  const [market, setMarket] = useState<InstrumentCode>(instruments[start].fullSize);
  const [stop, setStop] = useState('20');
  const [share, setShare] = useState('1000');
  const [remainingDollars, setRemainingDollars] = useState('1500');
  const [limit, setLimit] = useState('4');
  const fields = useRef<HTMLDivElement>(null);
  // Values typed before hydration exist only in the fields.
  useEffect(() => {
    const take = (name: string, setValue: (text: string) => void) => {
      const field = fields.current?.querySelector<HTMLInputElement | HTMLSelectElement>(`[name=${name}]`);
      if (field) setValue(field.value.trim());
    };
    take('stop', setStop);
    take('share', setShare);
    take('room', setRemainingDollars);
    take('limit', setLimit);
    take('market', (code) => isInstrument(code) && setMarket(code));
  }, []);
  const stopTicks = readWhole(stop, maxTicks);
  const typedCents = readDollars(remainingDollars, locale, 1_000_000);
  const typedLimit = readWhole(limit, 1_000);
  const remainingCents = account === undefined ? typedCents : account.remainingCents;
  const freeContracts = account === undefined ? typedLimit : account.freeContracts;
  const isComplete = stopTicks !== null && freeContracts !== null && (account !== undefined || remainingCents !== null);
  const sizes = isComplete
    ? sizePositions({ remainingCents, shareBps: Number(share), stopTicks, instrument: market, freeContracts })
    : [];
  const percent = new Intl.NumberFormat(formatLocale(locale), { style: 'percent', maximumFractionDigits: 0 });
  const numeric = (name: string, value: string, setValue: (text: string) => void, label: string, isWrong: boolean) => (
    <TextInput
      name={name}
      label={label}
      inputMode="numeric"
      value={value}
      error={isWrong ? strings.wrong : undefined}
      onChange={({ target }) => setValue(target.value.trim())}
    />
  );
  return (
    <div className={classNames('stack', account !== undefined && styles.compact)}>
      <div ref={fields} className={styles.fields}>
        {account === undefined && (
          <>
            {numeric('room', remainingDollars, setRemainingDollars, strings.room, typedCents === null)}
            {numeric('limit', limit, setLimit, strings.limit, typedLimit === null)}
          </>
        )}
        <Select
          name="market"
          label={strings.instrument}
          value={market}
          onChange={({ target }) => isInstrument(target.value) && setMarket(target.value)}
          options={markets.map((code) => ({ value: code, label: contractsOf(code).join(', ') }))}
        />
        {numeric('stop', stop, setStop, strings.stop, stopTicks === null)}
        {remainingCents !== null && (
          <Select
            name="share"
            label={strings.share}
            value={share}
            onChange={({ target }) => setShare(target.value)}
            options={shares.map((bps) => ({
              value: String(bps),
              label: t('share_of', {
                share: percent.format(bps / 10_000),
                amount: formatFigure(Math.floor((remainingCents * bps) / 10_000), locale),
              }),
            }))}
          />
        )}
      </div>
      <div role="status">
        {sizes.length > 0 && account !== undefined && <SizeList sizes={sizes} strings={strings} locale={locale} />}
        {sizes.length > 0 && account === undefined && (
          <DataTable
            caption={strings.result}
            narrow="fit"
            rows={sizes}
            rowKey={(size) => size.instrument}
            columns={[
              { header: strings.contract, cell: (size) => size.instrument },
              {
                header: strings.contracts,
                align: 'end',
                cell: (size) => <strong>{size.contracts.toLocaleString(formatLocale(locale))}</strong>,
              },
              { header: strings.loss, align: 'end', cell: (size) => formatFigure(size.lossCents, locale) },
              { header: strings.limited_by, cell: (size) => limitText(size, strings) },
            ]}
          />
        )}
      </div>
      <p className={styles.note}>{account === undefined ? strings.note : strings.note_short}</p>
    </div>
  );
}

type SizeListProps = {
  readonly sizes: readonly PositionSize[];
  readonly strings: SizeStrings;
  readonly locale: Locale;
};

/** "9 MES, loses $234.36 at the stop": two lines each, where there is no room for a table. */
function SizeList({ sizes, strings, locale }: SizeListProps) {
  const t = createTranslate(strings, locale);
  return (
    <ul className={styles.list} aria-label={strings.result}>
      {sizes.map((size) => (
        <li key={size.instrument}>
          <strong>
            {size.contracts.toLocaleString(formatLocale(locale))} {size.instrument}
          </strong>
          <small>
            {size.contracts === 0
              ? limitText(size, strings)
              : t('loses', { amount: formatFigure(size.lossCents, locale) })}
          </small>
        </li>
      ))}
    </ul>
  );
}

function limitText({ limit, contracts }: PositionSize, strings: SizeStrings): string {
  if (limit === 'room') return contracts === 0 ? strings.by_room_none : strings.by_room;
  return contracts === 0 ? strings.by_limit_none : strings.by_limit;
}
