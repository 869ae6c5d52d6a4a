import { formatLocale } from '#lib/format-locale.ts';
import type { PayoutStatistics, PayoutStatisticsState } from '../stores/statistics.ts';

export function showRates(section: HTMLElement, state: PayoutStatisticsState): void {
  for (const note of section.querySelectorAll<HTMLElement>('[data-rates-failed]'))
    note.hidden = state.status !== 'failed';
  if (state.status === 'ready') fillRates(section, state.data);
}

/** Each sentence has one text for a rate and another for too few accounts. */
function fillRates(section: HTMLElement, { rates, isSample }: PayoutStatistics): void {
  const tag = formatLocale(section.dataset['locale'] ?? 'en');
  const { evaluations, funded } = rates;
  const shares = {
    evaluations: evaluations && [evaluations.passed, evaluations.ended],
    funded: funded && [funded.paid, funded.opened],
  };
  for (const sentence of section.querySelectorAll<HTMLElement>('[data-rate]')) {
    const { rate, known = '', few = '' } = sentence.dataset;
    const [part, whole] = shares[rate as keyof typeof shares] ?? [];
    const texts: Record<string, string> = {};
    if (part !== undefined && whole !== undefined) {
      texts['share'] = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 }).format(part / whole);
      texts['part'] = part.toLocaleString(tag);
      texts['whole'] = whole.toLocaleString(tag);
    }
    const template = texts['share'] === undefined ? few : known;
    sentence.textContent = template.replace(/\{(\w+)\}/g, (_, name: string) => texts[name] ?? '');
    sentence.hidden = false;
  }
  for (const note of section.querySelectorAll<HTMLElement>('[data-rates-sample]'))
    note.hidden = !isSample || (!evaluations && !funded);
}
