import { dayMs } from '#lib/durations.ts';
import { formatDay } from '#lib/format-day.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatFigure } from '#lib/money/format.ts';
import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import { TableTwin } from '#ui/table-twin.tsx';
import styles from './affiliate.module.css';
import type { Affiliate } from './stores/affiliate.ts';
import { useTexts } from './texts.ts';

const daysShown = 90;
const height = 100;

type Day = Affiliate['days'][number];
/** Clicks and commission by UTC day, as bars and as a table. */
export function DaysCard({ days, from }: { readonly days: readonly Day[]; readonly from: string }) {
  const { strings, t, locale } = useTexts();
  const count = (value: number) => value.toLocaleString(formatLocale(locale));
  const sum = (readDay: (day: Day) => number) => days.reduce((total, day) => total + readDay(day), 0);
  const [clicks, orders, cents] = [sum((day) => day.clicks), sum((day) => day.orders), sum((day) => day.amountCents)];
  // Orders by coupon need no click, so they can outnumber the clicks.
  const conversion = clicks === 0 || orders > clicks ? strings.none : percentText(orders / clicks, locale);
  const money = formatFigure(cents, locale);
  return (
    <Card as="section" title={t('days_title', { days: daysShown })}>
      <dl className={styles.totals}>
        {[
          [strings.clicks, count(clicks)],
          [strings.orders, count(orders)],
          [strings.conversion, conversion],
          [strings.commission, money],
        ].map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {days.length > 0 && (
        <>
          <Bars
            days={days}
            from={from}
            label={t('days_text', { clicks: count(clicks), orders: count(orders), amount: money })}
          />
          <p className="muted small">{strings.days_legend}</p>
        </>
      )}
      <TableTwin label={strings.days_table}>
        <DataTable
          caption={t('days_title', { days: daysShown })}
          narrow="fit"
          rows={days.toReversed()}
          rowKey={(day) => day.day}
          empty={<p>{strings.days_empty}</p>}
          columns={[
            { header: strings.day, cell: ({ day }) => formatDay(day, locale, 'short') },
            { header: strings.clicks, align: 'end', cell: (day) => count(day.clicks) },
            { header: strings.orders, align: 'end', cell: (day) => count(day.orders) },
            {
              header: strings.commission,
              align: 'end',
              cell: (day) => <Money cents={day.amountCents} locale={locale} />,
            },
          ]}
        />
      </TableTwin>
    </Card>
  );
}

/** One bar per day. Days with an order are filled, so that they don't rely on color alone. */
function Bars({ days, from, label }: { readonly days: readonly Day[]; readonly from: string; readonly label: string }) {
  const start = Date.parse(from);
  const maxClicks = Math.max(1, ...days.map((day) => day.clicks));
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${daysShown * 10} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {days.map((day) => {
        const size = Math.max(2, (day.clicks / maxClicks) * height);
        const x = ((Date.parse(day.day) - start) / dayMs) * 10;
        return (
          <rect
            key={day.day}
            x={x + 1}
            y={height - size}
            width={8}
            height={size}
            className={day.orders > 0 ? styles.sold : styles.visited}
          />
        );
      })}
    </svg>
  );
}

function percentText(share: number, locale: string): string {
  return share.toLocaleString(formatLocale(locale), { style: 'percent', maximumFractionDigits: 1 });
}
