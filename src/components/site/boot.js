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
  // A typeface that comes after the first paint moves no line: a text that would wrap otherwise gets its letters closer or
  // wider. No fallback is as wide as it in every text.
  const keepLines = () => {
    const texts = [...document.querySelectorAll('body :is(h1, h2, h3, p, li, dt, dd, th, td, a, small)')].filter(
      (text) => {
        const { top, bottom } = text.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      },
    );
    const heights = texts.map(({ offsetHeight }) => offsetHeight);
    delete page.dataset.typeface;
    texts.forEach((text, index) => {
      const moves = () => Math.abs(text.offsetHeight - heights[index]) > 9;
      const { style } = text.closest('p, li, dt, dd, th, td') ?? text;
      const spacing = moves() ? getComputedStyle(text).letterSpacing.replace('normal', '0px') : '';
      for (let step = 1; moves() && step <= 16; step++)
        style.letterSpacing = `calc(${spacing} + ${(step % 2 ? -1 : 1) * Math.ceil(step / 2) * 0.003}em)`;
    });
  };
  addEventListener('DOMContentLoaded', () => {
    // Without a layout, nothing has asked for it yet.
    page.getBoundingClientRect();
    const late = [...document.fonts].find(({ status }) => status === 'loading');
    if (!late) return;
    page.dataset.typeface = 'late';
    late.loaded.finally(keepLines);
  });
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
