import { startPage } from './stores/page-start.ts';

const { dataset: page } = document.documentElement;

async function start(alert: HTMLElement): Promise<void> {
  const { checkAuth = '', sessionId = '', rejected = '', alertMs } = alert.dataset;
  const { kind } = await startPage({ checkAuth, sessionId });
  if (kind === 'verified' || kind === 'unverified') page['session'] = 'in';
  else delete page['session'];
  if (kind !== 'rejected') return;
  alert.textContent = rejected;
  setTimeout(() => alert.replaceChildren(), Number(alertMs));
}

export function startSession(): void {
  const alert = document.querySelector<HTMLElement>('[data-check-auth]');
  if (alert && !document.querySelector('main astro-island[client=load]')) void start(alert);
}
