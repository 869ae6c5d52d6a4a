import type { output } from 'zod/mini';
import { formatShare } from '#i18n/format.ts';
import type { Locale } from '#i18n/locales.ts';
import { capitalize } from '#lib/capitalize.ts';
import { straightPath } from '#lib/chart/paths.ts';
import { linearScale } from '#lib/chart/scale.ts';
import { chicagoDayText, chicagoRecordText, chicagoTimeText } from '#lib/chicago-time.ts';
import { findLocalTime } from '#lib/format-date-time.ts';
import { formatMoney } from '#lib/money/format.ts';
import {
  writeDetail,
  writeFacts,
  writeHash,
  writeHeading,
  writeParagraph,
  writeTable,
} from '#server/core/pdf/blocks.ts';
import { nameOnPaper } from '#server/core/pdf/name-on-paper.ts';
import type { Pdf } from '#server/core/pdf/open.ts';
import { contentOf, startPdf } from '#server/core/pdf/page.ts';
import { documentColors as colors } from '#server/core/pictures/document-style.ts';
import { getTranslate } from '#server/core/translations.ts';
import type { breachReport } from '#shared/accounts/contract-breach.ts';
import { breachedRuleOf } from '#shared/accounts/rules/breached-rule.ts';

type Report = output<typeof breachReport.data>;
type Moment = Report['moments'][number];

type ReportOptions = {
  readonly brand: string;
  readonly locale: Locale;
  /** The account's display name: program, size and the platform's number. */
  readonly account: string;
  /** The trader's IANA zone; null if they chose none. */
  readonly timeZone: string | null;
};

const chartHeight = 110;
const recordHeight = 40;

/** The breach report as a PDF: verdict, rule, floor at the last moments and the record's hash. */
export async function drawReport(report: Report, { brand, locale, account, timeZone }: ReportOptions): Promise<Buffer> {
  const t = getTranslate('accounts', locale);
  const money = (cents: number) => formatMoney(cents, locale);
  const traderTime = (at: number) => (timeZone === null ? null : findLocalTime(at, locale, { zone: timeZone }));
  const isDaily = report.rule === 'daily-loss';
  const floorOf = (moment: Moment) => (isDaily ? moment.dailyFloorCents : moment.floorCents);
  const { pdf, finish } = await startPdf({ brand, title: t('report_title'), at: new Date(report.at), locale });
  writeFacts(pdf, [
    { label: capitalize(t('chart_equity'), locale), value: money(report.equityCents) },
    { label: capitalize(t(isDaily ? 'gauge_daily_floor' : 'chart_floor'), locale), value: money(report.floorCents) },
    { label: t('report_moment'), value: chicagoRecordText(report.at, locale) },
  ]);
  writeDetail(pdf, t('report_trader'), nameOnPaper(pdf, report.trader, report.traderInLatin));
  writeDetail(pdf, t('credentials_account'), account);
  writeDetail(pdf, t('report_opened'), chicagoDayText(report.openedAt, locale));
  const traderMoment = traderTime(report.at);
  if (traderMoment !== null) writeDetail(pdf, t('report_own_moment'), traderMoment);
  pdf.y += 12;
  const { text, loss, lockCents } = breachedRuleOf(report.rules, report.rule);
  const lock = lockCents === null ? '' : ` ${t('rule_text_lock', { lock: money(lockCents) })}`;
  writeParagraph(
    pdf,
    `${t(`rule_text_${text}`, { loss: loss.unit === 'cents' ? money(loss.value) : formatShare(loss.value, locale) })}${lock} ${t('rule_text_always')}`,
  );

  writeHeading(pdf, t('report_moments'), chartHeight);
  drawMoments(pdf, report.moments, floorOf);
  const columns = [
    { label: t('report_moment'), share: 0.2 },
    { label: '', share: 0.25 },
    { label: capitalize(t('chart_equity'), locale), share: 0.33, isAmount: true },
    { label: capitalize(t('chart_floor'), locale), share: 0.22, isAmount: true },
  ];
  const rows = report.moments.map((moment) => {
    const floor = floorOf(moment);
    const floorText = floor === null ? t('table_none') : money(floor);
    return [chicagoTimeText(moment.at, locale), t(`event_${moment.type}`), money(moment.equityCents), floorText];
  });
  writeTable(pdf, columns, rows);
  writeHeading(pdf, t('report_check'), recordHeight);
  writeParagraph(pdf, t('report_record', { count: report.inputCount, version: report.rulesVersion }));
  writeHash(pdf, report.inputsSha256);
  writeParagraph(pdf, t('report_how'));
  const { filedAt, dueAt, until } = report.dispute;
  const time = chicagoRecordText(filedAt ?? until, locale);
  const traderDeadline = traderTime(filedAt ?? until);
  const own = traderDeadline === null ? '' : ` (${t('local_time', { time: traderDeadline })})`;
  writeParagraph(
    pdf,
    t(filedAt === null ? 'report_objection' : 'dispute_filed', {
      time,
      own,
      due: chicagoRecordText(dueAt ?? until, locale),
    }),
  );
  return finish();
}

/** Draws equity and floor per event; the time between them isn't to scale. */
function drawMoments(pdf: Pdf, moments: readonly Moment[], floorOf: (moment: Moment) => number | null): void {
  const values = moments.flatMap((moment) => [moment.equityCents, floorOf(moment) ?? moment.equityCents]);
  const top = pdf.y;
  const { left, width } = contentOf(pdf);
  const x = linearScale([0, Math.max(1, moments.length - 1)], [left, left + width]);
  const y = linearScale([Math.min(...values), Math.max(...values)], [top + chartHeight, top + 6]);
  const lines = [
    { color: colors.floor, values: moments.map(floorOf) },
    { color: colors.equity, values: moments.map((moment) => moment.equityCents) },
  ];
  for (const { color, values: line } of lines) {
    const points = line.flatMap((value, index) => (value === null ? [] : [{ x: x(index), y: y(value) }]));
    if (points.length > 1) pdf.path(straightPath(points)).lineWidth(1.2).strokeColor(color).stroke();
  }
  pdf.y = top + chartHeight + 14;
}
