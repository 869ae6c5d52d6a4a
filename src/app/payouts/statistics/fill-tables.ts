import { countRejected, type PeriodStatistics } from '#shared/payouts/statistics.ts';
import type { PayoutStatistics } from '../stores/statistics.ts';
import type { Format } from './format-figures.ts';

type Figures = NonNullable<PayoutStatistics['figures']>;

const dayHours = 24;

/** All figures of a period, by their names in the page's markup. */
function textsOf(figures: PeriodStatistics, format: Format) {
  const { period, decision, paid, paidCents, promised } = figures;
  return {
    month: period === 'all' ? '' : format.month(period),
    decided: format.count(decision.count),
    'decision-median': format.hours(decision.medianHours),
    'decision-p95': format.hours(decision.p95Hours),
    paid: format.count(paid.count),
    'paid-median': format.hours(paid.medianHours),
    'paid-p95': format.hours(paid.p95Hours),
    'paid-sum': format.money(paidCents),
    rejected: format.count(countRejected(figures)),
    'promised-median': format.minutes(promised.medianMinutes),
    'promised-share': format.share(promised.within, promised.count),
    credits: format.money(promised.creditCents),
    promised: format.count(promised.count),
  };
}

function fillTexts(section: ParentNode, period: PeriodStatistics, format: Format): void {
  for (const [name, text] of Object.entries(textsOf(period, format))) {
    for (const part of section.querySelectorAll(`[data-figure="${name}"]`)) part.textContent = text;
  }
}

/** Shows the figures of all time. */
export function fillSummary(section: HTMLElement, all: PeriodStatistics, format: Format): void {
  for (const summary of section.querySelectorAll('[data-summary]')) fillTexts(summary, all, format);
}

/** Adds a table row and a chart row for each month, and a row for each reason. */
export function fillTables(section: HTMLElement, { all, months }: Figures, format: Format): void {
  repeat(section, 'month', months, (row, period) => fillTexts(row, period, format));
  const charted = months.filter(({ decision }) => decision.p95Hours !== null).slice(0, 12);
  const widest = Math.max(
    dayHours,
    ...charted.flatMap(({ decision, paid }) => [decision.p95Hours ?? 0, paid.p95Hours ?? 0]),
  );
  repeat(section, 'bars', charted, (row, period) => {
    fillTexts(row, period, format);
    for (const bar of row.querySelectorAll<HTMLElement>('[data-bar]')) {
      const { medianHours, p95Hours } = period[bar.dataset['bar'] === 'paid' ? 'paid' : 'decision'];
      bar.style.setProperty('--median', String((medianHours ?? 0) / widest));
      bar.style.setProperty('--p95', String((p95Hours ?? 0) / widest));
    }
  });
  section.querySelector<HTMLElement>('[data-chart]')?.style.setProperty('--day', String(dayHours / widest));
  repeat(section, 'reason', all.rejections, (row, { reason, count }) => {
    for (const name of row.querySelectorAll<HTMLElement>('[data-reason]'))
      name.hidden = name.dataset['reason'] !== reason;
    for (const part of row.querySelectorAll('[data-figure="count"]')) part.textContent = format.count(count);
  });
}

/** Replaces earlier copies of the page's template with this name by a new one per item. */
function repeat<Item>(
  section: HTMLElement,
  name: string,
  items: readonly Item[],
  fill: (row: DocumentFragment, item: Item) => void,
): void {
  const template = section.querySelector<HTMLTemplateElement>(`template[data-row="${name}"]`);
  if (!template) return;
  const rows = items.map((item) => {
    const row = template.content.cloneNode(true) as DocumentFragment;
    fill(row, item);
    return row;
  });
  template.parentElement?.replaceChildren(template, ...rows);
}
