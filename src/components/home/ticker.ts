import { loadPromotion } from '#app/catalog/load-promotion.ts';
import { partsUntil } from './countdown.ts';

const { dataset: page } = document.documentElement;

function renderTime(countdown: HTMLElement, endsAt: number): void {
  for (const [name, value] of Object.entries(partsUntil(endsAt, Date.now()) ?? {})) {
    const unit = countdown.querySelector(`[data-unit=${name}]`);
    if (unit) unit.textContent = String(value).padStart(2, '0');
  }
  countdown.dataset['ticking'] = '';
}

function start(ticker: HTMLElement, countdown: HTMLElement): void {
  const { ends, code: built = '', tickMs, expired = '', expiredMs } = ticker.dataset;
  let endsAt = Number(ends);
  let timer: ReturnType<typeof setInterval> | undefined;

  function hide(): void {
    clearInterval(timer);
    delete page['promotion'];
  }

  /** The promotion ended while the page was open: announce that, also to screen readers, before hiding the ticker. */
  function expire(): void {
    clearInterval(timer);
    countdown.ariaLive = 'polite';
    countdown.textContent = expired;
    setTimeout(hide, Number(expiredMs));
  }

  function tick(): void {
    if (endsAt > Date.now()) renderTime(countdown, endsAt);
    else expire();
  }

  /** The prices on the page are those of the promotion it was built with. */
  function show(code: string): void {
    clearInterval(timer);
    timer = setInterval(tick, Number(tickMs));
    tick();
    page['promotion'] = code === built ? 'on' : 'other';
  }

  if (page['promotion']) show(built);
  void loadPromotion(ticker).then((promotion) => {
    if (promotion === undefined) return;
    if (promotion === null) {
      hide();
      return;
    }
    for (const [name, text] of Object.entries({ ...promotion, endsAt: '' })) {
      const element = ticker.querySelector<HTMLElement>(`[data-part=${name}]`);
      if (element && element.textContent !== text) element.textContent = text;
      if (element) element.hidden = !text;
    }
    endsAt = promotion.endsAt;
    show(promotion.code);
  });
}

const found = document.querySelector<HTMLElement>('.ticker');
const countdown = found?.querySelector<HTMLElement>('[data-countdown]');
if (found && countdown) start(found, countdown);
