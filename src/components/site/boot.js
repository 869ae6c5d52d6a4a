// Runs before the first paint: a remembered theme and a live session must not flash the other state.
(() => {
  const page = document.documentElement;
  const theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie);
  if (theme) page.dataset.theme = theme[1];
  // A promotion that has ended is never shown, however old the built page is.
  if (Date.now() < Number(page.dataset.promotionUntil)) page.dataset.promotion = 'on';
  try {
    const expiry = localStorage.getItem('token_expiry');
    const token = localStorage.getItem('token');
    if (!token || (expiry !== null && !(Number(expiry) > Date.now()))) return;
    page.dataset.session = 'in';
    // A tab that views a trader's screens asks with the view's token, not with the staff member's.
    if (sessionStorage.getItem('traderView')) return;
    // The screen's first calls go out while its scripts are still on their way; src/app/http/early-calls.ts takes the answers.
    const answers = {};
    const headers = { 'Accept-Language': page.lang, Authorization: `Bearer ${token}` };
    for (const call of page.dataset.earlyCalls?.split(',') ?? []) {
      const [method, path] = call.split(' ');
      const answer = fetch(path, { method, headers, credentials: 'include' });
      answer.catch(() => {});
      answers[`${method} ${new URL(path, location.href).href}`] = answer;
    }
    window.earlyCalls = { token, answers };
  } catch {
    // Storage can be switched off; the person is then logged out.
  }
})();
