/** The search is fetched when somebody turns to its box: it weighs more than all else on the page. */
const place = document.querySelector<HTMLElement>('[data-search-script]');
const box = document.querySelector<HTMLInputElement>('main input[type=search]');

function start(): void {
  box?.removeEventListener('focus', start);
  const src = place?.dataset['searchScript'] ?? '';
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src }));
}

if (box?.value || box === document.activeElement) start();
else box?.addEventListener('focus', start);
