import { formatLocale } from '#lib/format-locale.ts';
import { formatMoney } from '#lib/money/format.ts';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import type { Statistics } from '../stores/statistics.ts';
import styles from './statistics.module.css';
import { type StatisticsTexts, useTexts } from './texts.ts';

type FiguresProps = { readonly statistics: Statistics };

export function Figures({ statistics }: FiguresProps) {
  const { strings, t, locale } = useTexts();
  const money = (cents: number | null) => (cents === null ? strings.none : formatMoney(cents, locale));
  const extreme = (trade: Statistics['bestTrade']) =>
    trade === null ? { value: strings.none } : { value: money(trade.resultCents), note: trade.contract };
  const number = (value: number | null, options: Intl.NumberFormatOptions = {}) =>
    value === null ? strings.none : value.toLocaleString(formatLocale(locale), options);
  const share = (basisPoints: number | null, options: Intl.NumberFormatOptions) =>
    number(basisPoints === null ? null : basisPoints / 10_000, options);
  return (
    <div className={styles.figures}>
      <Card as="section" title={strings.results}>
        <DescriptionList
          ruled
          items={[
            {
              term: strings.result,
              value: <Money cents={statistics.resultCents} locale={locale} signed />,
              total: true,
            },
            { term: strings.fees, value: money(statistics.feeCents) },
            { term: strings.max_drawdown, value: money(statistics.maxDrawdownCents) },
            { term: strings.drawdown_now, value: money(statistics.drawdownCents) },
            { term: strings.profit_factor, value: share(statistics.profitFactorBps, { maximumFractionDigits: 2 }) },
            { term: strings.expectancy, value: money(statistics.expectancyCents) },
          ]}
        />
      </Card>
      <Card as="section" title={strings.trades}>
        <DescriptionList
          ruled
          items={[
            {
              term: strings.win_rate,
              value: share(statistics.winRateBps, { style: 'percent', maximumFractionDigits: 1 }),
              note: t('won_of', { wins: number(statistics.wins), trades: number(statistics.trades) }),
              total: true,
            },
            { term: strings.average_win, value: money(statistics.averageWinCents) },
            { term: strings.average_loss, value: money(statistics.averageLossCents) },
            { term: strings.best, ...extreme(statistics.bestTrade) },
            { term: strings.worst, ...extreme(statistics.worstTrade) },
            { term: strings.holding, value: holdingText(statistics.averageHoldingMs, { strings, t }) },
          ]}
        />
      </Card>
    </div>
  );
}

function holdingText(ms: number | null, { strings, t }: Pick<StatisticsTexts, 'strings' | 't'>): string {
  if (ms === null) return strings.none;
  const seconds = Math.round(ms / 1_000);
  return t('holding_time', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}
