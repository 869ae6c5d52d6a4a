import { loadMarketKeys } from '#app/shell/stores/market-keys.ts';
import { formatFigures } from './format-figures.ts';

/** Shows the keys where there are any; without a simulated market, or its answer, the section stays hidden. */
async function start(section: HTMLElement): Promise<void> {
  const { head = null, days = [] } = (await loadMarketKeys(section.dataset['path'] ?? '')) ?? {};
  const body = section.querySelector<HTMLElement>('[data-market-days]');
  if (!head || !body) return;
  const format = formatFigures(section.dataset['locale'] ?? 'en');
  body.replaceChildren(
    ...days.map(({ day, hash, key }) => {
      const row = document.createElement('tr');
      row.append(cell(format.day(day)), cell(code(hash)), cell(key ? code(key) : (body.dataset['secret'] ?? '')));
      return row;
    }),
  );
  const shownHead = section.querySelector('[data-market-head]');
  if (shownHead) shownHead.textContent = `${head.number}:${head.hash}`;
  section.hidden = false;
}

function cell(content: string | HTMLElement): HTMLElement {
  const element = document.createElement('td');
  element.append(content);
  return element;
}

function code(text: string): HTMLElement {
  const element = document.createElement('code');
  element.textContent = text;
  return element;
}

const section = document.querySelector<HTMLElement>('[data-market-keys]');
if (section) void start(section);
