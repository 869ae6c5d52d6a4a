import type { Program } from '#content/catalog.ts';
import { runExampleLife } from '#content/example-life.ts';
import { getExamplePackage } from '#content/programs.ts';
import { runSample, type SamplePoint, tradingMs } from '#content/sample.ts';
import { formatWhole } from '#i18n/format.ts';
import type { Locale } from '#i18n/locales.ts';
import { getT } from '#i18n/pages.ts';
import { hourMs } from '#lib/durations.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatMoney } from '#lib/money/format.ts';
import { findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import { sessionCloseAt } from '#shared/exchange/trading-day.ts';

/** The floor that applies: the account's or, without one, the day's. */
function withNearestFloor(point: SamplePoint) {
  return { ...point, floorCents: point.floorCents ?? point.dailyFloorCents };
}

function lastOfEach(points: readonly SamplePoint[], days: readonly { startsAt: number; endsAt: number }[]) {
  return days.flatMap(({ startsAt, endsAt }) => points.findLast(({ at }) => at >= startsAt && at <= endsAt) ?? []);
}

/** Props for the chart, table and caption of the sample under a program's rules. */
export function getDiagramProps(program: Program, locale: Locale) {
  const t = getT(locale, 'programs');
  const { rules } = getExamplePackage(program);
  const sample = runSample(rules);
  const weekday = new Intl.DateTimeFormat(formatLocale(locale), { weekday: 'short', timeZone: 'America/Chicago' });
  const days = sample.days.map((day) => {
    const endsAt = sessionCloseAt(day);
    return { startsAt: endsAt - tradingMs - hourMs, endsAt, label: weekday.format(endsAt) };
  });
  const isDaily = findMaxLoss(rules) === null;
  // Nothing changes between two closes, so the day that starts at a close counts as the next one.
  const points = sample.points.map(withNearestFloor);
  const last = points.at(-1);
  const equity = formatWhole(last?.equityCents ?? 0, locale);
  const floor = formatWhole(last?.floorCents ?? 0, locale);
  return {
    points,
    days,
    isDaily,
    headroom: formatMoney((last?.equityCents ?? 0) - (last?.floorCents ?? 0), locale),
    closes: lastOfEach(
      points.map((point) => ({ ...point })),
      days,
    ),
    labels: {
      title: t('chart.title', { name: t(`name.${program}`) }),
      description: t(isDaily ? 'chart.summaryDaily' : 'chart.summary', { equity, floor }),
      highWaterMark: t('chart.highWaterMark'),
      floor: t(`chart.note.${rules.drawdown.mode}`),
    },
  };
}

/** The life of an example account of a program. */
export function getSparkline(program: Program) {
  const offer = getExamplePackage(program);
  return { phases: runExampleLife(offer), isDaily: findMaxLoss(offer.rules) === null };
}
