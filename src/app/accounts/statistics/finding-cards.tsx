import type { ReactNode } from 'react';
import { formatHour, weekdayName } from '#i18n/performance-review.ts';
import { capitalize } from '#lib/capitalize.ts';
import { findLocalTime } from '#lib/format-date-time.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatResult, formatSigned } from '#lib/money/format.ts';
import { inSessionOrder } from '#shared/accounts/statistics/findings.ts';
import { chicagoHourToday } from '#shared/exchange/chicago.ts';
import { type Bar, BarChart } from '#ui/bar-chart.tsx';
import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { ExchangeTime } from '#ui/exchange-time.tsx';
import { TableTwin } from '#ui/table-twin.tsx';
import type { Statistics } from '../stores/statistics.ts';
import { type Finding, hourFinding, sizeFinding, weekdayFinding } from './findings.ts';
import { GroupTable } from './group-table.tsx';
import styles from './statistics.module.css';
import { useTexts } from './texts.ts';

type FindingCardsProps = { readonly statistics: Statistics };

export function FindingCards({ statistics }: FindingCardsProps) {
  return (
    <div className={`stack ${styles.findings}`}>
      <Hours statistics={statistics} />
      <Weekdays statistics={statistics} />
      <Sizes statistics={statistics} />
    </div>
  );
}

/** Above this many hours the axis shows only their numbers. */
const maxFullHours = 8;

function Hours({ statistics }: FindingCardsProps) {
  const texts = useTexts();
  const { strings, t, locale } = texts;
  const hours = inSessionOrder(statistics.byHour);
  const first = chicagoHourToday(hours[0]?.key ?? 0, Date.now());
  const localTime = findLocalTime(first, locale, { withWeekday: false });
  return (
    <FindingCard
      finding={hourFinding(statistics, texts)}
      caption={strings.by_hour}
      bars={hours.map((hour) => ({
        ...barOf(hour, locale),
        label: hours.length > maxFullHours ? String(hour.key) : `${hour.key}:00`,
      }))}
      note={
        localTime === null
          ? strings.hours_zone
          : t('hours_local', { hour: formatHour(hours[0]?.key ?? 0), time: localTime })
      }
    >
      <GroupTable title={strings.by_hour} rows={hours} nameOf={(hour) => <Hour hour={hour} />} />
    </FindingCard>
  );
}

/** An hour in Chicago and, where the user's clock differs, the same hour there as of today. */
function Hour({ hour }: { readonly hour: number }) {
  const { locale } = useTexts();
  return <ExchangeTime at={chicagoHourToday(hour, Date.now())} locale={locale} text={formatHour(hour)} isHour />;
}

function Weekdays({ statistics }: FindingCardsProps) {
  const texts = useTexts();
  const { strings, locale } = texts;
  const { byWeekday } = statistics;
  return (
    <FindingCard
      finding={weekdayFinding(statistics, texts)}
      caption={strings.by_weekday}
      bars={byWeekday.map((weekday) => ({
        ...barOf(weekday, locale),
        label: capitalize(weekdayName(weekday.key, locale, 'short'), locale),
      }))}
    >
      <GroupTable
        title={strings.by_weekday}
        rows={byWeekday}
        nameOf={(weekday) => capitalize(weekdayName(weekday, locale), locale)}
      />
    </FindingCard>
  );
}

/** The limits between bins that have a label; the middle one is zero. */
const labeledLimits = [1, 4, 7, 10, 13] as const;

function Sizes({ statistics }: FindingCardsProps) {
  const texts = useTexts();
  const { strings, t, locale } = texts;
  const { distribution: bins, bestTrade, worstTrade } = statistics;
  const textOf = (trade: Statistics['bestTrade']) =>
    trade === null ? strings.none : `${formatSigned(trade.resultCents, locale)} (${trade.contract})`;
  const limits = labeledLimits.flatMap((index) => {
    const bin = bins[index];
    return bin === undefined ? [] : [{ index, label: formatResult(bin.fromCents, locale) }];
  });
  return (
    <FindingCard
      finding={sizeFinding(statistics, texts)}
      caption={strings.by_size}
      bars={bins.map(({ fromCents, trades }) => ({ key: fromCents, value: trades, isLoss: fromCents < 0 }))}
      limits={limits}
      note={t('extremes', { best: textOf(bestTrade), worst: textOf(worstTrade) })}
    >
      <DataTable
        caption={strings.by_size}
        narrow="fit"
        rows={bins.filter(({ trades }) => trades > 0)}
        rowKey={({ fromCents }) => fromCents}
        columns={[
          { header: strings.from, cell: ({ fromCents }) => formatSigned(fromCents, locale) },
          { header: strings.to, align: 'end', cell: ({ toCents }) => formatSigned(toCents, locale) },
          { header: strings.trades, align: 'end', cell: ({ trades }) => trades.toLocaleString(formatLocale(locale)) },
        ]}
      />
    </FindingCard>
  );
}

function barOf<Key extends number>({ key, resultCents }: { key: Key; resultCents: number }, locale: string) {
  return { key, value: resultCents, text: formatResult(resultCents, locale) };
}

type FindingCardProps = {
  readonly finding: Finding;
  readonly caption: string;
  readonly bars: readonly Bar[];
  readonly limits?: readonly { readonly index: number; readonly label: string }[];
  readonly note?: string;
  readonly children: ReactNode;
};

function FindingCard({ finding: { title, text }, caption, bars, limits = [], note, children }: FindingCardProps) {
  const { strings } = useTexts();
  return (
    <Card as="section" title={title} className={styles.finding}>
      <p className={styles.other}>{text}</p>
      <BarChart label={`${caption}. ${title}. ${text}`} bars={bars} limits={limits} />
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <TableTwin label={strings.view_table}>{children}</TableTwin>
    </Card>
  );
}
