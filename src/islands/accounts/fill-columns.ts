import { contractName } from '../../domain/instrument/contract-month.ts';
import { instruments, isInstrument } from '../../domain/instrument/instruments.ts';
import { chicagoTimeText } from '../../lib/chicago-time.ts';
import { formatLocale } from '../../lib/format-locale.ts';
import type { Column } from '../../ui/data-table.tsx';
import type { AccountStrings, CardProps } from './types.ts';

type Fill = CardProps['account']['fills'][number];

/** Time, instrument and price: three short columns that fit a phone. */
export function fillColumns(strings: AccountStrings, locale: string): readonly Column<Fill>[] {
  return [
    { key: 'time', head: strings.fill_time, cell: (fill) => chicagoTimeText(fill.at, locale) },
    {
      key: 'what',
      head: strings.fill_what,
      cell: (fill) => `${contractName(fill.instrument, fill.month)} ${strings[`side_${fill.side}`]} ${fill.quantity}`,
    },
    { key: 'price', head: strings.fill_price, align: 'end', cell: (fill) => priceText(fill, locale) },
  ];
}

export function fillKey(fill: Fill): string {
  return `${fill.at}-${contractName(fill.instrument, fill.month)}-${fill.side}-${fill.quantity}-${fill.priceTicks}`;
}

function priceText({ instrument, priceTicks }: Fill, locale: string): string {
  if (!isInstrument(instrument)) return String(priceTicks);
  const { tickSize, decimals } = instruments[instrument];
  return (priceTicks * tickSize).toLocaleString(formatLocale(locale), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}
