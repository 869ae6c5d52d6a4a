import { formatLocale } from '#lib/format-locale.ts';
import { countRejected } from '#shared/payouts/statistics.ts';
import { $payoutStatistics, loadPayoutStatistics, type PayoutStatistics } from '../stores/statistics.ts';
import { showRates } from './fill-rates.ts';
import { formatFigures } from './format-figures.ts';

const proof = document.querySelector<HTMLElement>('[data-proof]');
const rates = document.querySelector<HTMLElement>('[data-rates]');

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** Replaces the promises by what the record says; until enough payouts were made, they stay. */
function showRecord(section: HTMLElement, { figures, head, isSample }: PayoutStatistics): void {
  if (!figures || !head) return;
  const { locale = 'en' } = section.dataset;
  const format = formatFigures(locale);
  const hours = new Intl.NumberFormat(formatLocale(locale), { style: 'unit', unit: 'hour', unitDisplay: 'long' });
  const inHours = (value: number | null) => (value === null ? '–' : hours.format(value));
  const { decision, paid, paidCents } = figures.all;
  const values: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
    arrival: [{}, { value: inHours(paid.medianHours) }, { value: inHours(paid.p95Hours) }],
    sum: [{}, { value: format.money(paidCents) }, { value: format.count(paid.count) }],
    approved: [
      {},
      { part: format.count(decision.count - countRejected(figures.all)), whole: format.count(decision.count) },
      {},
    ],
  };
  for (const cell of section.querySelectorAll<HTMLElement>('[data-figure]')) {
    const { figure = '', texts = '[]' } = cell.dataset;
    for (const [index, text] of (JSON.parse(texts) as string[]).entries()) {
      const line = cell.children[index];
      if (line) line.textContent = fill(text, values[figure]?.[index] ?? {});
    }
  }
  const sealed = section.querySelector<HTMLElement>('[data-sealed]');
  if (sealed) sealed.textContent = fill(sealed.dataset['sealed'] ?? '', { value: format.count(head.number) });
  for (const note of section.querySelectorAll<HTMLElement>('[data-sample]')) note.hidden = !isSample;
}

if (proof && rates) {
  $payoutStatistics.subscribe((state) => {
    if (state.status === 'ready') showRecord(proof, state.data);
    showRates(rates, state);
  });
  void loadPayoutStatistics(proof.dataset['path'] ?? '');
}
