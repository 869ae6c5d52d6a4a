import { $payoutStatistics, loadPayoutStatistics, type PayoutStatistics } from '../stores/statistics.ts';
import { showRates } from './fill-rates.ts';
import { fillSummary, fillTables } from './fill-tables.ts';
import { formatFigures } from './format-figures.ts';

const section = document.querySelector<HTMLElement>('[data-payout-statistics]');

function show(all: HTMLElement, name: string, isShown: boolean): void {
  for (const part of all.querySelectorAll<HTMLElement>(`[data-when="${name}"]`)) part.hidden = !isShown;
}

function fill(all: HTMLElement, statistics: PayoutStatistics): void {
  const { figures, head, isSample } = statistics;
  const format = formatFigures(all.dataset['locale'] ?? 'en');
  show(all, 'sample', isSample);
  show(all, 'few', figures === null);
  show(all, 'figures', figures !== null);
  show(all, 'head', head !== null);
  for (const text of all.querySelectorAll('[data-head]')) text.textContent = head ? `${head.number}:${head.hash}` : '';
  for (const text of all.querySelectorAll('[data-head-day]')) {
    text.textContent = head ? format.day(head.day) : '';
  }
  // The check is a separate script and shares no store with this one.
  all.dataset['shown'] = JSON.stringify(statistics);
  if (!figures) return;
  fillSummary(all, figures.all, format);
  fillTables(all, figures, format);
}

function start(all: HTMLElement): void {
  const { path = '', checkScript = '' } = all.dataset;
  const rates = all.querySelector<HTMLElement>('[data-rates]');
  $payoutStatistics.subscribe((state) => {
    show(all, 'loading', state.status === 'loading');
    show(all, 'failed', state.status === 'failed');
    if (rates) showRates(rates, state);
    if (state.status === 'ready') fill(all, state.data);
  });
  all.querySelector('[data-retry]')?.addEventListener('click', () => void loadPayoutStatistics(path));
  const button = all.querySelector<HTMLButtonElement>('[data-check]');
  // The check is larger than the rest of the page, and few people need it. If it is lost, the next press asks again.
  const check = () => import(/* @vite-ignore */ checkScript).catch(waitForPress);
  const waitForPress = () => button?.addEventListener('click', check, { once: true });
  waitForPress();
  void loadPayoutStatistics(path);
}

if (section) start(section);
