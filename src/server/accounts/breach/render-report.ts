import type { output } from 'zod/mini';
import type { Locale } from '#i18n/locales.ts';
import { capitalize } from '#lib/capitalize.ts';
import { straightPath } from '#lib/chart/paths.ts';
import { linearScale } from '#lib/chart/scale.ts';
import { chicagoDayText, chicagoRecordText, chicagoTimeText } from '#lib/chicago-time.ts';
import { findLocalTime } from '#lib/format-date-time.ts';
import { formatMoney } from '#lib/money/format.ts';
import { type Pdf, pdfColors, pdfMargin, printable, startNewPageBefore, startPdf, writeRow } from '#server/core/pdf.ts';
import { getTranslate } from '#server/core/translations.ts';
import type { breachReport } from '#shared/accounts/contract-details.ts';
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
const headingHeight = 50;

/** The breach report as a PDF: verdict, rule, floor at the last moments and the record's hash. */
export async function renderReport(
  report: Report,
  { brand, locale, account, timeZone }: ReportOptions,
): Promise<Buffer> {
  const t = getTranslate('accounts', locale);
  const money = (cents: number) => formatMoney(cents, locale);
  const traderTime = (at: number) => (timeZone === null ? null : findLocalTime(at, locale, { zone: timeZone }));
  const isDaily = report.rule === 'daily-loss';
  const floorOf = (moment: Moment) => (isDaily ? moment.dailyFloorCents : moment.floorCents);
  const { pdf, finish } = await startPdf({
    ...{ brand, title: t('report_title'), at: new Date(report.at) },
    typed: [report.trader],
  });
  pdf.moveDown(1);
  writeRow(pdf, t('report_trader'), report.trader);
  writeRow(pdf, t('credentials_account'), account);
  writeRow(pdf, t('report_opened'), chicagoDayText(report.openedAt, locale));
  writeRow(pdf, t('report_moment'), chicagoRecordText(report.at, locale), true);
  const traderMoment = traderTime(report.at);
  if (traderMoment !== null) writeRow(pdf, t('report_own_moment'), traderMoment);
  writeRow(pdf, capitalize(t('chart_equity'), locale), money(report.equityCents), true);
  writeRow(pdf, capitalize(t(isDaily ? 'gauge_daily_floor' : 'chart_floor'), locale), money(report.floorCents), true);
  const { text, lossCents, lockCents } = breachedRuleOf(report.rules, report.rule);
  const lock = lockCents === null ? '' : ` ${t('rule_text_lock', { lock: money(lockCents) })}`;
  writeText(pdf, `${t(`rule_text_${text}`, { loss: money(lossCents) })}${lock} ${t('rule_text_always')}`);

  writeHeading(pdf, t('report_moments'), chartHeight);
  drawMoments(pdf, report.moments, floorOf);
  for (const moment of report.moments) {
    const floor = floorOf(moment);
    writeRow(
      pdf,
      `${chicagoTimeText(moment.at, locale)}  ${t(`event_${moment.type}`)}`,
      `${money(moment.equityCents)}   ${t('chart_floor')} ${floor === null ? t('table_none') : money(floor)}`,
    );
  }
  writeHeading(pdf, t('report_check'), recordHeight);
  writeText(pdf, t('report_record', { count: report.inputCount, version: report.rulesVersion }));
  pdf.font('Courier').fontSize(9).fillColor(pdfColors.text).text(report.inputsSha256, pdfMargin);
  writeText(pdf, t('report_how'));
  const { filedAt, until } = report.dispute;
  const time = chicagoRecordText(filedAt ?? until, locale);
  const traderDeadline = traderTime(filedAt ?? until);
  const own = traderDeadline === null ? '' : ` (${t('local_time', { time: traderDeadline })})`;
  writeText(pdf, t(filedAt === null ? 'report_objection' : 'dispute_filed', { time, own }));
  return finish();
}

/** @param height in points of the content to keep with its heading */
function writeHeading(pdf: Pdf, text: string, height: number): void {
  startNewPageBefore(pdf, height + headingHeight);
  pdf.moveDown(1).font('Helvetica-Bold').fontSize(12).fillColor(pdfColors.text).text(printable(text), pdfMargin);
  pdf.moveDown(0.5);
}

function writeText(pdf: Pdf, text: string): void {
  startNewPageBefore(pdf, 48);
  pdf.moveDown(0.5).font('Helvetica').fontSize(10).fillColor(pdfColors.muted).text(printable(text), pdfMargin);
}

/** Draws equity and floor per event; the time between them isn't to scale. */
function drawMoments(pdf: Pdf, moments: readonly Moment[], floorOf: (moment: Moment) => number | null): void {
  const values = moments.flatMap((moment) => [moment.equityCents, floorOf(moment) ?? moment.equityCents]);
  const top = pdf.y;
  const right = pdf.page.width - pdfMargin;
  const x = linearScale([0, Math.max(1, moments.length - 1)], [pdfMargin, right]);
  const y = linearScale([Math.min(...values), Math.max(...values)], [top + chartHeight, top + 6]);
  const lines = [
    { color: pdfColors.floor, values: moments.map(floorOf) },
    { color: pdfColors.accent, values: moments.map((moment) => moment.equityCents) },
  ];
  for (const { color, values: line } of lines) {
    const points = line.flatMap((value, index) => (value === null ? [] : [{ x: x(index), y: y(value) }]));
    if (points.length > 1) pdf.path(straightPath(points)).lineWidth(1.2).strokeColor(color).stroke();
  }
  pdf.y = top + chartHeight + 14;
}
