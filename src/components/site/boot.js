(() => {
  const page = document.documentElement;
  const theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie);
  if (theme) page.dataset.theme = theme[1];
  if (Date.now() < Number(page.dataset.promotionUntil)) page.dataset.promotion = 'on';
  try {
    const expiry = localStorage.getItem('token_expiry');
    if (localStorage.getItem('token') && (expiry === null || Number(expiry) > Date.now())) page.dataset.session = 'in';
  } catch {}
  // The header's script comes after the first paint, which it would only delay.
  const { header } = page.dataset;
  const paint = new PerformanceObserver(() => {
    paint.disconnect();
    import(header);
  });
  if (header) paint.observe({ type: 'paint', buffered: true });
})();
