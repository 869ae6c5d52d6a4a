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
  // A typeface that comes after the first paint moves no line. No fallback is as wide in every text, so a text that would
  // wrap otherwise gets its letters a little closer or wider: between words alone, the spaces would close.
  const keepLines = () => {
    const texts = [...document.querySelectorAll('body :is(h1, h2, h3, p, li, dt, dd, th, td)')].filter((text) => {
      const { top, bottom } = text.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    // Its own height counts most, because what is below moves with it; then where each part of its lines is.
    const measure = (text) => {
      const { top, height } = text.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(text);
      return [height * 99, ...[...range.getClientRects()].map((part) => part.bottom - top)];
    };
    const before = texts.map(measure);
    delete page.dataset.typeface;
    texts.forEach((text, index) => {
      const move = () => measure(text).reduce((sum, at, part) => sum + Math.abs(at - (before[index][part] ?? 0)), 0);
      let [best, least] = [0, move()];
      if (least < 10) return;
      const { letterSpacing } = getComputedStyle(text);
      const set = (step) => {
        text.style.letterSpacing = `calc(${Number.parseFloat(letterSpacing) || 0}px + ${step * 0.004}em)`;
      };
      for (let step = -8; step <= 8 && least >= 10; step++) {
        set(step);
        if (move() < least) [best, least] = [step, move()];
      }
      set(best);
    });
  };
  addEventListener('DOMContentLoaded', () => {
    // Without a layout, nothing has asked for it yet.
    page.getBoundingClientRect();
    const late = [...document.fonts].find(({ status }) => status === 'loading');
    if (!late) return;
    page.dataset.typeface = 'late';
    late.loaded.then(keepLines, keepLines);
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
