/** Sizes of a tick by the exchange's product code; the bridge speaks of prices in whole ticks. */
const tickSizes = {
  ES: 0.25,
  MES: 0.25,
  NQ: 0.25,
  MNQ: 0.25,
  RTY: 0.1,
  M2K: 0.1,
  YM: 1,
  MYM: 1,
  CL: 0.01,
  MCL: 0.01,
  GC: 0.1,
  MGC: 0.1,
};

/** What each column is called in the exports, compared in lower case and without what stands in brackets. */
const columns = {
  id: ['order number', 'execution id', 'exec id', 'trade id', 'fill id', 'order id'],
  side: ['buy/sell', 'side', 'b/s', 'action'],
  quantity: ['qty filled', 'filled qty', 'quantity', 'qty', 'size'],
  symbol: ['symbol', 'instrument', 'contract'],
  price: ['avg fill price', 'fill price', 'price'],
  at: ['update time', 'fill time', 'execution time', 'time', 'date/time', 'timestamp'],
  fee: ['commission', 'commission fill rate', 'fees', 'fee'],
  status: ['status'],
};

/** One line of CSV (RFC 4180) as its cells. */
function splitLine(line) {
  const cells = [];
  for (const [, quoted, plain] of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
    cells.push((quoted === undefined ? plain : quoted.replaceAll('""', '"')).trim());
  }
  return cells;
}

const nameOf = (head) => head.replace(/\s*\([^)]*\)/g, '').toLowerCase();

function findColumns(heads) {
  const names = heads.map(nameOf);
  const places = {};
  for (const [key, known] of Object.entries(columns)) {
    places[key] = known.map((name) => names.indexOf(name)).find((index) => index >= 0) ?? -1;
  }
  return places;
}

/** `ESZ6`, `ES 12-26`, `/MES:XCME` and `MESZ26.CME` all name their product. */
export function productOf(symbol) {
  const text = symbol.replace(/^\//, '').toUpperCase();
  const found = Object.keys(tickSizes)
    .sort((left, right) => right.length - left.length)
    .find((code) => new RegExp(`^${code}(?:[FGHJKMNQUVXZ]\\d{1,2})?(?:[\\s:.\\-].*)?$`).test(text));
  return found ?? null;
}

/** Minutes that Chicago is off UTC at a moment. */
function chicagoOffset(atMs) {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', timeZoneName: 'longOffset' })
    .formatToParts(atMs)
    .find(({ type }) => type === 'timeZoneName');
  const [, sign = '-', hours = '6', minutes = '0'] = /GMT([+-])(\d+):?(\d+)?/.exec(parts?.value ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** A time with its zone as it is; one without is the exchange's, as both exports print it. Null when it is no time. */
export function timeOf(text) {
  if (/(?:z|[+-]\d{2}:?\d{2})$/i.test(text)) return Date.parse(text) || null;
  const [, date, clock] = /^(\S+)[ T]+(\S+(?: [AP]M)?)$/i.exec(text) ?? [];
  if (!date) return null;
  const utc = Date.parse(`${date} ${clock} UTC`);
  return Number.isNaN(utc) ? null : utc - chicagoOffset(utc) * 60_000;
}

function sideOf(text) {
  const first = text.trim().toUpperCase()[0];
  return first === 'B' ? 'buy' : first === 'S' ? 'sell' : null;
}

/**
 * Reads a statement as a user of Rithmic (R | Trader Pro, completed orders) or of a dxFeed platform exports it. Lines
 * that are no fill are left out; a line that should be one and cannot be read is told of.
 * @returns {{ events: { sourceId: string, event: object }[], problems: string[] }}
 */
export function readStatement(text) {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const headAt = lines.findIndex((line) => {
    const places = findColumns(splitLine(line));
    return places.side >= 0 && places.symbol >= 0 && places.price >= 0;
  });
  if (headAt < 0) return { events: [], problems: ['no line names the columns'] };
  const places = findColumns(splitLine(lines[headAt]));
  const events = [];
  const problems = [];
  const seen = new Map();
  for (const line of lines.slice(headAt + 1)) {
    const cells = splitLine(line);
    const cell = (key) => (places[key] < 0 ? '' : (cells[places[key]] ?? ''));
    const number = (key) => Number(cell(key).replace(/[$,\s]/g, '') || 0);
    const quantity = number('quantity');
    if (quantity <= 0 || /cancel|reject|fail/i.test(cell('status'))) continue;
    const instrument = productOf(cell('symbol'));
    const side = sideOf(cell('side'));
    const at = timeOf(cell('at'));
    const ticks = instrument === null ? Number.NaN : number('price') / tickSizes[instrument];
    if (instrument === null || side === null || at === null || !Number.isFinite(ticks)) {
      problems.push(line);
      continue;
    }
    // An order that was filled in parts stands on several lines: their place among its lines tells them apart.
    const id = cell('id') || `${at}-${instrument}-${side}`;
    const place = (seen.get(id) ?? 0) + 1;
    seen.set(id, place);
    events.push({
      sourceId: `fill-${id}-${place}`.replace(/[^\x21-\x7e]/g, '_').slice(0, 80),
      event: {
        type: 'fill',
        at,
        instrument,
        side,
        quantity,
        priceTicks: Math.round(ticks),
        feeCents: Math.round(Math.abs(number('fee')) * 100),
      },
    });
  }
  return { events, problems };
}
