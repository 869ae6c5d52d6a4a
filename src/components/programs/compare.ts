const choices = document.querySelector<HTMLElement>('[data-compare]');
const output = choices?.querySelector('output');
const table = document.querySelector<HTMLTableElement>('.compared table');
const boxes = [...(choices?.querySelectorAll('input') ?? [])];
const names = ['type', 'size'] as const;

function chosen(name: string): string[] {
  return boxes.filter((box) => box.name === name && box.checked).map(({ value }) => value);
}

/** Reads `?type=classic,merit&size=50K`, or the encoding of a browser form, `?type=classic&type=merit`. */
function readAddress(): void {
  const query = new URLSearchParams(location.search);
  for (const name of names) {
    const selected = query.getAll(name).flatMap((value) => value.toLowerCase().split(','));
    const known = boxes.filter((box) => box.name === name && selected.includes(box.value.toLowerCase()));
    for (const box of boxes.filter((each) => each.name === name)) {
      if (known.length > 0) box.checked = known.includes(box);
      else box.checked = name === 'type' || box.value === choices?.dataset['first'];
    }
  }
}

function show(): void {
  const [types, sizes] = names.map(chosen);
  const headerCells = [...(table?.tHead?.rows[0]?.cells ?? [])].slice(1);
  const shown = headerCells.map(
    ({ dataset: { type = '', size = '' } }) => types?.includes(type) && sizes?.includes(size),
  );
  for (const row of table?.rows ?? []) {
    for (const [index, cell] of [...row.cells].slice(1).entries()) cell.hidden = !shown[index];
  }
  const count = shown.filter(Boolean).length;
  const labels = choices?.dataset ?? {};
  if (output)
    output.value = count > 0 ? (labels['shown'] ?? '').replace('{shown}', String(count)) : (labels['none'] ?? '');
  if (table) table.hidden = count === 0;
}

function writeAddress(): void {
  const query = names.map((name) => `${name}=${chosen(name).join(',')}`).join('&');
  history.replaceState(history.state, '', `${location.pathname}?${query}${location.hash}`);
}

if (choices && table) {
  readAddress();
  show();
  choices.hidden = false;
  choices.addEventListener('change', () => {
    show();
    writeAddress();
  });
}
