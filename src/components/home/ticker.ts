import { partsUntil } from './countdown.ts';

const { dataset: page } = document.documentElement;

function renderTime(countdown: HTMLElement, endsAt: number): void {
  for (const [name, value] of Object.entries(partsUntil(endsAt, Date.now()) ?? {})) {
    const unit = countdown.querySelector(`[data-unit=${name}]`);
    if (unit) unit.textContent = String(value).padStart(2, '0');
  }
  countdown.dataset['ticking'] = '';
}

function start({ dataset: ticker }: HTMLElement, countdown: HTMLElement): void {
  /** The promotion ended while the page was open: announce that, also to screen readers, before hiding the ticker. */
  function expire(): void {
    clearInterval(timer);
    ticker['expiring'] = '';
    countdown.ariaLive = 'polite';
    countdown.textContent = ticker['expired'] ?? '';
    setTimeout(() => delete ticker['expiring'], Number(ticker['expiredMs']));
  }

  /** The page's first script, which asks for the promotion, may change its end. */
  function tick(): void {
    const endsAt = Number(page['promotionUntil']);
    if (endsAt > Date.now()) renderTime(countdown, endsAt);
    else if (endsAt > 0 && 'ticking' in countdown.dataset) expire();
  }

  const timer = setInterval(tick, Number(ticker['tickMs']));
  tick();
}

const found = document.querySelector<HTMLElement>('.ticker');
const countdown = found?.querySelector<HTMLElement>('[data-countdown]');
if (found && countdown) start(found, countdown);
