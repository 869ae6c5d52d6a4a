import { closeSearch, noteSearch } from './count-search.ts';
import type { Search, SearchPage } from './search-index.ts';

const page = document.querySelector<HTMLElement>('[data-index]');
const count = page?.querySelector<HTMLElement>('[data-count]');
const list = page?.querySelector<HTMLElement>('[data-results]');
/** What the page shows while nothing is looked for. */
const browsing = [...(page?.querySelectorAll<HTMLElement>('[data-browsing]') ?? [])];
const initialCount = count?.textContent ?? '';
const boxes = [...document.querySelectorAll<HTMLInputElement>('main input[type=search]')];
const [path = '', segment = ''] = location.pathname.replace(/\/$/, '').split('/category/');
const maxResults = 20;
let searching: Promise<Search> | undefined;
let currentTerm = '';

function decode(text: string): string {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return text;
  }
}

/** The search term in the address: the last segment, or the query of a form sent without JavaScript. */
function termOfAddress(): string {
  return decode(segment) || new URLSearchParams(location.search).get('q')?.trim() || '';
}

/** Only the reader's language is loaded. */
function loadStemmer() {
  const { lang } = document.documentElement;
  if (lang.startsWith('fr')) return import('@orama/stemmers/french');
  if (lang.startsWith('pt')) return import('@orama/stemmers/portuguese');
  return import('@orama/stemmers/english');
}

async function loadSearch(address: string): Promise<Search> {
  const [{ createSearch }, { stemmer }, reply] = await Promise.all([
    import('./search-index.ts'),
    loadStemmer(),
    fetch(address),
  ]);
  if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
  return createSearch(await reply.json(), stemmer);
}

function renderResult({ href, kind, title, summary, lang }: SearchPage): HTMLElement {
  const item = document.createElement('li');
  if (lang) item.lang = lang;
  const link = item.appendChild(document.createElement('a'));
  link.href = href;
  link.textContent = title;
  link.addEventListener('click', closeSearch);
  link.addEventListener('auxclick', closeSearch);
  const label = page?.getAttribute(`data-kind-${kind}`);
  const text = item.appendChild(document.createElement('p'));
  text.textContent = label ? `${label} · ${summary}` : summary;
  return item;
}

function show(found: readonly SearchPage[] | undefined): void {
  for (const part of browsing) part.hidden = found !== undefined;
  if (list) list.hidden = found === undefined;
  list?.replaceChildren(...(found ?? []).map(renderResult));
}

function announce(found: number): void {
  const { one = '', other = '', none = '' } = page?.dataset ?? {};
  const template = found === 0 ? none : found === 1 ? one : other;
  if (count) count.textContent = template.replace('{count}', String(found)).replace('{term}', currentTerm);
}

/** Shows the results once the index has loaded. The reader may have changed the term by then. */
async function search(term: string): Promise<void> {
  currentTerm = term;
  const { index: address, set } = page?.dataset ?? {};
  if (!page || !address) return;
  page.dataset['busy'] = '';
  searching ??= loadSearch(address);
  searching.catch(() => {
    searching = undefined;
  });
  try {
    const { find } = await searching;
    if (term !== currentTerm) return;
    const found = term ? find(term, set === 'thor-faq' ? set : undefined).slice(0, maxResults) : undefined;
    show(found);
    noteSearch(term, found?.length ?? 0);
    if (found) announce(found.length);
    else if (count) count.textContent = initialCount;
  } finally {
    if (term === currentTerm) {
      delete page.dataset['busy'];
      delete page.dataset['pending'];
    }
  }
}

// The page that a form opens shows the same search.
document.addEventListener('submit', ({ target }) => {
  if (target instanceof HTMLFormElement && String(new FormData(target).get('q')).trim() === currentTerm) closeSearch();
});

const initialTerm = termOfAddress();
for (const box of boxes) {
  box.value ||= initialTerm;
  box.addEventListener('input', () => {
    const term = box.value.trim();
    // On the results screen the address follows the term, so that it can be shared.
    if (location.pathname.includes('/category')) {
      history.replaceState(history.state, '', `${path}/category/${encodeURIComponent(term)}`);
    }
    search(term).catch(() => {});
  });
}
const first = boxes.find(({ value }) => value)?.value.trim() ?? initialTerm;
if (first) search(first).catch(() => {});
else delete page?.dataset['pending'];
