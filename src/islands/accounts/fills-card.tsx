import { type InstrumentCode, instruments } from '../../domain/instrument/instruments.ts';
import { chicagoTimeText } from '../../lib/chicago-time.ts';
import { formatLocale } from '../../lib/format-locale.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { CardProps } from './types.ts';

type Fill = CardProps['account']['fills'][number];

const shownFills = 8;

export function FillsCard({ account, strings, locale }: CardProps) {
  return (
    <Card as="section" title={strings.fills_title}>
      <DataTable
        caption={strings.fills_title}
        hideCaption
        narrow="fit"
        rows={account.fills.slice(0, shownFills)}
        rowKey={(fill) => `${fill.at}-${fill.instrument}-${fill.side}-${fill.quantity}-${fill.priceTicks}`}
        empty={<p className="soft">{strings.fills_empty}</p>}
        columns={[
          { key: 'time', head: strings.fill_time, cell: (fill) => chicagoTimeText(fill.at, locale) },
          {
            key: 'what',
            head: strings.fill_what,
            cell: (fill) => `${fill.instrument} ${strings[`side_${fill.side}`]} ${fill.quantity}`,
          },
          { key: 'price', head: strings.fill_price, align: 'end', cell: (fill) => priceText(fill, locale) },
        ]}
      />
    </Card>
  );
}

function isInstrument(code: string): code is InstrumentCode {
  return code in instruments;
}

function priceText({ instrument, priceTicks }: Fill, locale: string): string {
  if (!isInstrument(instrument)) return String(priceTicks);
  const { tickSize, decimals } = instruments[instrument];
  return (priceTicks * tickSize).toLocaleString(formatLocale(locale), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}
