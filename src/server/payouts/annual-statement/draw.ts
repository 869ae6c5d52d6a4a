import type { Locale } from '#i18n/locales.ts';
import { formatBillingDate } from '#lib/billing-date.ts';
import { formatMoney } from '#lib/money/format.ts';
import {
  type TableCell,
  type TableColumn,
  writeFacts,
  writeHeading,
  writeParagraph,
  writeTable,
} from '#server/core/pdf/blocks.ts';
import { nameOnPaper } from '#server/core/pdf/name-on-paper.ts';
import { startPdf } from '#server/core/pdf/page.ts';
import { getTranslate, type ServerTranslate } from '#server/core/translations.ts';
import {
  type AnnualStatement,
  groupOf,
  type StatementGroup,
  type StatementLine,
  type StatementTotal,
  statementGroups,
} from '#shared/payouts/annual-statement.ts';

type Header = {
  readonly brand: string;
  readonly person: { readonly name: string; readonly latin: string | null };
  readonly at: Date;
  readonly locale: Locale;
};
type Texts = ServerTranslate<'annual-statement'>;

/** A year's statement as PDF. Identical statements drawn on the same day have identical bytes. */
export async function drawAnnualStatement(statement: AnnualStatement, header: Header): Promise<Buffer> {
  const { locale, brand, person, at } = header;
  const t = getTranslate('annual-statement', locale);
  const year = String(statement.year);
  const { pdf, finish } = await startPdf({
    ...{ brand, title: t('title', { year }), at, locale },
  });
  writeParagraph(pdf, nameOnPaper(pdf, person.name, person.latin));
  writeParagraph(pdf, t('period_text', { year }));
  const groups = statementGroups
    .map((group) => ({ group, lines: statement.lines.filter(({ kind }) => groupOf(kind) === group) }))
    .filter(({ group, lines }) => lines.length > 0 || group !== 'affiliate-payouts');
  const money = (cents: number) => formatMoney(cents, locale);
  const [first, ...others] = groups.map(({ group }) => ({
    label: t(`group_${group}`),
    value: money(statement.totals[group].netCents),
  }));
  if (first) writeFacts(pdf, [first, ...others, { label: t('made'), value: formatBillingDate(at, locale, 'medium') }]);
  for (const { group, lines } of groups) {
    writeHeading(pdf, t(`group_${group}`), 80);
    if (lines.length === 0) writeParagraph(pdf, t('none'));
    else {
      const rows = lines.map((line) => [...itemOf(line, locale, t), ...amountsOf(line, group).map(money)]);
      const total = [
        '',
        t(group === 'purchases' ? 'total_purchases' : 'total'),
        ...amountsOf(statement.totals[group], group).map(money),
      ];
      writeTable(pdf, columnsOf(group, t), rows, total);
    }
  }
  pdf.y += 20;
  for (const note of ['note_simulated', 'note_returned', 'note_dates', 'note_advice'] as const)
    writeParagraph(pdf, t(note));
  return finish();
}

function columnsOf(group: StatementGroup, t: Texts): TableColumn[] {
  const amounts =
    group === 'purchases' ? [t('total_tax'), t('column_paid')] : [t('total_gross'), t('total_fee'), t('total_net')];
  const share = 0.17;
  return [
    { label: t('column_date'), share: 0.14 },
    { label: t('column_item'), share: 0.86 - amounts.length * share },
    ...amounts.map((label) => ({ label, share, isAmount: true })),
  ];
}

function itemOf(line: StatementLine, locale: Locale, t: Texts): TableCell[] {
  const { at, kind, number, description, isSample, account, reference } = line;
  const parts = [description, isSample ? t('sample') : '', account ?? '', reference ?? ''];
  return [
    formatBillingDate(at, locale, 'medium'),
    { text: `${t(`kind_${kind}`)} ${number}`, note: parts.filter((part) => part !== '').join(', ') },
  ];
}

function amountsOf({ grossCents, feeCents, netCents, taxCents }: StatementTotal, group: StatementGroup): number[] {
  return group === 'purchases' ? [taxCents, grossCents] : [grossCents, -feeCents, netCents];
}
