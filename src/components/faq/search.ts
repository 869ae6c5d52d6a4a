import type { SearchAnswer } from './search-answers.ts';

const results = document.querySelector<HTMLElement>('[data-answers]');
const count = results?.querySelector<HTMLElement>('[data-count]');
const allWords = count?.textContent ?? '';
const lists = [...(results?.querySelectorAll('[data-questions]') ?? [])].map((list) => ({
  list,
  section: list.closest('section'),
  items: [...list.children],
}));
const boxes = [...document.querySelectorAll<HTMLInputElement>('main input[type=search]')];
const [path = ''] = location.pathname.replace(/\/$/, '').split('/category/');
let index: Promise<readonly SearchAnswer[]> | undefined;
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
  const [, term = ''] = location.pathname.replace(/\/$/, '').split('/category/');
  return decode(term) || new URLSearchParams(location.search).get('q')?.trim() || '';
}

async function loadIndex(address: string): Promise<readonly SearchAnswer[]> {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
  return reply.json();
}

function withSummary(item: Element, { summary }: SearchAnswer): Element {
  const paragraph = item.querySelector('p') ?? item.appendChild(document.createElement('p'));
  paragraph.className = 'muted small';
  paragraph.textContent = summary;
  return item;
}

/** All questions are in the page: matches move to the front, the others are hidden. */
function show(found: readonly SearchAnswer[]): void {
  for (const { list, section, items } of lists) {
    const byAddress = new Map(items.map((item) => [item.querySelector('a')?.getAttribute('href'), item]));
    const matches = found.flatMap((answer) => {
      const item = byAddress.get(answer.href);
      return item ? [withSummary(item, answer)] : [];
    });
    list.replaceChildren(...matches);
    if (section) section.hidden = matches.length === 0;
  }
}

function showAll(): void {
  for (const { list, section, items } of lists) {
    for (const item of items) item.querySelector('p')?.remove();
    list.replaceChildren(...items);
    if (section) section.hidden = false;
  }
}

function announce(found: number): void {
  const { one = '', other = '', none = '' } = results?.dataset ?? {};
  const template = found === 0 ? none : found === 1 ? one : other;
  if (count) count.textContent = template.replace('{count}', String(found)).replace('{term}', currentTerm);
}

/** Shows the results once the index has loaded. The reader may have changed the term by then. */
async function search(term: string): Promise<void> {
  currentTerm = term;
  const address = results?.dataset['answers'];
  if (!results || !address) return;
  results.dataset['busy'] = '';
  index ??= loadIndex(address);
  index.catch(() => {
    index = undefined;
  });
  try {
    const [{ findAnswers }, answers] = await Promise.all([import('./search-answers.ts'), index]);
    if (term !== currentTerm) return;
    const found = term ? findAnswers(answers, term) : [];
    if (term) show(found);
    else showAll();
    if (term) announce(found.length);
    else if (count) count.textContent = allWords;
  } finally {
    if (term === currentTerm) {
      delete results.dataset['busy'];
      delete results.dataset['pending'];
    }
  }
}

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
else delete results?.dataset['pending'];
