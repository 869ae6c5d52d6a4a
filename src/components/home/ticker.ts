import { partsUntil } from './countdown.ts';

const ticker = document.querySelector<HTMLElement>('.ticker');
const countdown = ticker?.querySelector<HTMLElement>('[data-countdown]');
const endsAt = Number(ticker?.dataset['ends']);
const tickMs = Number(ticker?.dataset['tickMs']);

function tick(): boolean {
  const parts = partsUntil(endsAt, Date.now());
  if (!parts && countdown) countdown.textContent = ticker?.dataset['expired'] ?? '';
  for (const [name, value] of Object.entries(parts ?? {})) {
    const place = countdown?.querySelector(`[data-unit=${name}]`);
    if (place) place.textContent = String(value).padStart(2, '0');
  }
  return parts !== null;
}

if (ticker && document.documentElement.dataset['offer'] && tick()) {
  const timer = setInterval(() => tick() || clearInterval(timer), tickMs);
}
