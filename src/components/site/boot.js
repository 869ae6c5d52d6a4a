(() => {
  const page = document.documentElement;
  const theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie);
  if (theme) page.dataset.theme = theme[1];
  if (Date.now() < Number(page.dataset.promotionUntil)) page.dataset.promotion = '';
  try {
    const expiry = localStorage.getItem('token_expiry');
    if (localStorage.getItem('token') && (expiry === null || Number(expiry) > Date.now())) page.dataset.session = 'in';
  } catch {}
  const { header } = page.dataset;
  if (!header) return;
  // A press before the header's script has come is repeated by it; links and menus work without.
  let early;
  const keep = ({ target }) => {
    early = target.closest('[data-theme-choice], [data-script-for=pressed]');
  };
  const started = () => {
    removeEventListener('click', keep);
    early?.click();
    early = undefined;
  };
  addEventListener('click', keep);
  // After the first paint, which isn't always reported; a reader may leave before.
  const start = () => import(header).then(started, () => {});
  addEventListener('DOMContentLoaded', () => new PerformanceObserver(start).observe({ type: 'paint', buffered: true }));
  addEventListener('load', () => setTimeout(start, 2_000));
})();
