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
  // After the first paint, which isn't always reported; a reader may leave before.
  const start = () => import(header).catch(() => {});
  addEventListener('DOMContentLoaded', () => new PerformanceObserver(start).observe({ type: 'paint', buffered: true }));
  addEventListener('load', () => setTimeout(start, 2_000));
})();
