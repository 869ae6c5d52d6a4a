import type { SearchAnswer } from './search-answers.ts';

const root = document.querySelector<HTMLElement>('[data-answers]');
const segments = location.pathname.replace(/\/$/, '').split('/category/');
const term = decode(segments[1] ?? '') || new URLSearchParams(location.search).get('q')?.trim() || '';

function decode(text: string): string {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return text;
  }
}

function fill(words: string | undefined, count: number): string {
  return (words ?? '').replace('{count}', String(count)).replace('{term}', term);
}

/** The list of all questions is in the page; what matches is shown first to last, the rest is taken away. */
function show(list: HTMLElement, found: readonly SearchAnswer[]): void {
  const items = new Map([...list.children].map((item) => [item.querySelector('a')?.getAttribute('href'), item]));
  const matches = found.flatMap((answer) => {
    const item = items.get(answer.href);
    if (!item) return [];
    const summary = document.createElement('p');
    summary.className = 'soft small';
    summary.textContent = answer.summary;
    item.append(summary);
    return [item];
  });
  list.replaceChildren(...matches);
}

async function search(place: HTMLElement): Promise<void> {
  const { answers, one, other, none } = place.dataset;
  const list = place.querySelector<HTMLElement>('ul');
  const count = place.querySelector('[data-count]');
  if (!answers || !list || !count) return;
  place.dataset['busy'] = '';
  const [{ findAnswers }, index] = await Promise.all([import('./search-answers.ts'), loadIndex(answers)]);
  const found = findAnswers(index, term);
  show(list, found);
  count.textContent = fill(found.length === 0 ? none : found.length === 1 ? one : other, found.length);
  delete place.dataset['busy'];
}

async function loadIndex(address: string): Promise<readonly SearchAnswer[]> {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
  return reply.json();
}

for (const input of document.querySelectorAll<HTMLInputElement>('main input[type=search]')) input.value = term;
if (root && term) search(root).catch(() => delete root.dataset['busy']);
