import { useState } from 'react';
import { dayName } from '#i18n/performance-review.ts';
import { chicagoDateText, chicagoDayText } from '#lib/chicago-time.ts';
import { formatMoney } from '#lib/money/format.ts';
import { findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import { buildReplayChart } from '#shared/replay/replay-chart.ts';
import type { ReplayView } from '#shared/replay/replay-view.ts';
import { ChartLegend } from '#ui/chart-legend.tsx';
import { ChartTable } from '#ui/chart-table.tsx';
import { EquityChart } from '#ui/equity-chart.tsx';
import { Select } from '#ui/select.tsx';
import styles from './fill-replay.module.css';
import { type NamedOffer, useTexts } from './texts.ts';

type ReplayChartProps = {
  readonly view: ReplayView;
  readonly offers: readonly NamedOffer[];
  readonly preferred: string;
};

/** One account's first attempt, day by day, with a table as the accessible alternative. */
export function ReplayChart({ view, offers, preferred }: ReplayChartProps) {
  const { t, locale } = useTexts();
  const shown = offers.filter(({ id }) => view.offers.some((replay) => replay.id === id));
  const [chosen, setChosen] = useState(preferred);
  const offer = shown.find(({ id }) => id === chosen) ?? shown[0];
  const replay = view.offers.find(({ id }) => id === offer?.id);
  if (offer === undefined || replay === undefined) return null;
  const { points, closes, days } = buildReplayChart(offer.rules, view.days, replay.first.day);
  const last = closes.at(-1);
  if (last === undefined) return null;
  const isDaily = findMaxLoss(offer.rules) === null;
  const floorStyle = isDaily ? 'dashed' : 'solid';
  const money = (cents: number) => formatMoney(cents, locale, { whole: true });
  const label = t('chartLabel', { name: offer.name });
  const floor = t(isDaily ? 'chartDailyFloor' : 'chartFloor');
  const summary =
    last.floorCents === null
      ? t('chartNoFloor', { balance: money(last.equityCents) })
      : t('chartSummary', { balance: money(last.equityCents), floor: money(last.floorCents) });
  return (
    <figure className={`stack ${styles.figure}`}>
      <figcaption>
        <h3>{t('chartTitle')}</h3>
      </figcaption>
      <Select
        label={t('chartOffer')}
        name="chartOffer"
        value={offer.id}
        options={shown.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(event) => setChosen(event.target.value)}
        className={styles.select}
      />
      <EquityChart
        key={offer.id}
        points={points}
        days={days.map((day) => ({ ...day, label: chicagoDateText(day.endsAt, locale) }))}
        locale={locale}
        labels={{ title: label, description: summary, highWaterMark: t('chartMark'), floor }}
        floorStyle={floorStyle}
      />
      <ChartLegend
        equity={t('chartEquity')}
        floor={last.floorCents === null ? undefined : floor}
        floorStyle={floorStyle}
      />
      <p className="muted small">
        {dayName(replay.first.day, locale)}. {summary}
      </p>
      <details>
        <summary>{t('chartTable')}</summary>
        <ChartTable
          points={closes}
          locale={locale}
          renderTime={(at) => chicagoDayText(at, locale)}
          labels={{
            caption: label,
            time: t('chartTime'),
            equity: t('chartValue'),
            floor,
            highWaterMark: t('chartMark'),
            none: t('chartNone'),
          }}
        />
      </details>
    </figure>
  );
}
