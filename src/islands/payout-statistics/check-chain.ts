import { $chainCheck, checkChain } from '../../stores/payout-chain.ts';
import type { PayoutStatistics } from '../../stores/payout-statistics.ts';

/** The page's result has one text per status, with a placeholder for its number. */
function start(place: HTMLElement): void {
  const check = () => {
    const { shown, chainPath = '' } = place.dataset;
    if (shown) void checkChain(chainPath, JSON.parse(shown) as PayoutStatistics);
  };
  $chainCheck.subscribe((state) => {
    for (const text of place.querySelectorAll<HTMLElement>('[data-check-result]')) {
      text.hidden = text.dataset['checkResult'] !== state.status;
    }
    const number = state.status === 'intact' ? state.days : state.status === 'changed' ? state.number : '';
    for (const part of place.querySelectorAll('[data-check-number]')) part.textContent = String(number);
  });
  place.querySelector('[data-check]')?.addEventListener('click', check);
  check();
}

const place = document.querySelector<HTMLElement>('[data-payout-statistics]');
if (place) start(place);
