/** Loads the search when its box gets focus, because it is larger than the rest of the page. */
const searchBox = document.querySelector<HTMLElement>('[data-search-script]');
const box = document.querySelector<HTMLInputElement>('main input[type=search]');

const waitForFocus = () => box?.addEventListener('focus', start, { once: true });

function start(): void {
  const src = searchBox?.dataset['searchScript'] ?? '';
  // What didn't load is asked for again, and what a reader leaves needn't load.
  import(/* @vite-ignore */ src).catch(waitForFocus);
}

if (box?.value || box === document.activeElement) start();
else waitForFocus();
