import { $payoutStatistics, loadPayoutStatistics } from '../../stores/payout-statistics.ts';
import { fillRates } from './fill-rates.ts';

const place = document.querySelector<HTMLElement>('[data-rates]');

function start(all: HTMLElement): void {
  $payoutStatistics.subscribe((state) => {
    if (state.status === 'ready') fillRates(all, state.statistics);
    for (const note of all.querySelectorAll<HTMLElement>('[data-rates-failed]'))
      note.hidden = state.status !== 'failed';
  });
  void loadPayoutStatistics(all.dataset['path'] ?? '');
}

if (place) start(place);
