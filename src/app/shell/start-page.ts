import { startPage } from './stores/page-start.ts';

const { dataset: page } = document.documentElement;

async function start(alert: HTMLElement): Promise<void> {
  const { checkAuth = '', sessionId = '', refused = '', home = '', alertMs } = alert.dataset;
  const session = await startPage({ checkAuth, sessionId });
  if (session === 'signed-in') page['session'] = 'in';
  else delete page['session'];
  if (session !== 'refused') return;
  alert.textContent = refused;
  setTimeout(() => {
    if (location.pathname === home) alert.textContent = '';
    else location.replace(home);
  }, Number(alertMs));
}

/** Screens with an app shell start the session themselves. */
export function startSession(): void {
  const alert = document.querySelector<HTMLElement>('[data-check-auth]');
  if (alert && !document.querySelector('main astro-island[client=load]')) void start(alert);
}
