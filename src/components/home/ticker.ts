import { confirmTicker } from '../../islands/home/confirm-promotion.ts';
import { partsUntil } from './countdown.ts';

const { dataset: page } = document.documentElement;

function draw(ticker: HTMLElement, endsAt: number): void {
  const countdown = ticker.querySelector<HTMLElement>('[data-countdown]');
  const parts = partsUntil(endsAt, Date.now());
  if (!parts && countdown) countdown.textContent = ticker.dataset['expired'] ?? '';
  for (const [name, value] of Object.entries(parts ?? {})) {
    const place = countdown?.querySelector(`[data-unit=${name}]`);
    if (place) place.textContent = String(value).padStart(2, '0');
  }
}

function start(ticker: HTMLElement): void {
  let endsAt = Number(ticker.dataset['ends']);
  const tick = () => {
    draw(ticker, endsAt);
    if (endsAt <= Date.now()) clearInterval(timer);
  };
  const timer = setInterval(tick, Number(ticker.dataset['tickMs']));
  tick();
  void confirmTicker(ticker).then((confirmed) => {
    if (confirmed !== null) {
      endsAt = confirmed;
      return;
    }
    clearInterval(timer);
    delete page['offer'];
  });
}

const found = document.querySelector<HTMLElement>('.ticker');
if (found && page['offer']) start(found);
