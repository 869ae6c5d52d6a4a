// Runs before the first paint: a remembered theme and a live session must not flash the other state.
(() => {
  const page = document.documentElement;
  const theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie);
  if (theme) page.dataset.theme = theme[1];
  // A promotion that has ended is never shown, however old the built page is.
  if (Date.now() < Number(page.dataset.promotionUntil)) page.dataset.promotion = 'on';
  try {
    const expiry = Number(localStorage.getItem('token_expiry'));
    if (localStorage.getItem('token') && expiry > Date.now()) page.dataset.session = 'in';
  } catch {
    // Storage can be switched off; the person is then logged out.
  }
})();
