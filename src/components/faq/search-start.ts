/** Loads the search when its box gets focus, because it is larger than the rest of the page. */
const searchBox = document.querySelector<HTMLElement>('[data-search-script]');
const box = document.querySelector<HTMLInputElement>('main input[type=search]');

function start(): void {
  box?.removeEventListener('focus', start);
  const src = searchBox?.dataset['searchScript'] ?? '';
  void import(/* @vite-ignore */ src);
}

if (box?.value || box === document.activeElement) start();
else box?.addEventListener('focus', start);
