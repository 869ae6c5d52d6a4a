import { $chainCheck, checkChain } from '../stores/chain.ts';
import type { PayoutStatistics } from '../stores/statistics.ts';

/** The page's result has one text per status, with a placeholder for its number. */
function start(section: HTMLElement): void {
  const check = () => {
    const { shown, chainPath = '' } = section.dataset;
    if (shown) void checkChain(chainPath, JSON.parse(shown) as PayoutStatistics);
  };
  $chainCheck.subscribe((state) => {
    for (const text of section.querySelectorAll<HTMLElement>('[data-check-result]')) {
      text.hidden = text.dataset['checkResult'] !== state.status;
    }
    const number = state.status === 'intact' ? state.days : state.status === 'changed' ? state.number : '';
    for (const part of section.querySelectorAll('[data-check-number]')) part.textContent = String(number);
  });
  section.querySelector('[data-check]')?.addEventListener('click', check);
  check();
}

const section = document.querySelector<HTMLElement>('[data-payout-statistics]');
if (section) start(section);
