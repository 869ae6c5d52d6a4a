import { $payoutStatistics, loadPayoutStatistics } from '../stores/statistics.ts';
import { showRates } from './fill-rates.ts';

const section = document.querySelector<HTMLElement>('[data-rates]');

function start(all: HTMLElement): void {
  $payoutStatistics.subscribe((state) => showRates(all, state));
  void loadPayoutStatistics(all.dataset['path'] ?? '');
}

if (section) start(section);
