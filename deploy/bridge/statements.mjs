import { readFileSync } from 'node:fs';

/** By the exchange's product code: the size of a tick as an exact decimal, and the letters of the listed months. */
const instruments = JSON.parse(readFileSync(new URL('./instruments.json', import.meta.url), 'utf8'));
const monthLetters = 'FGHJKMNQUVXZ';

/** Minutes off UTC of the zones that a heading may name, as in `Update Time (EDT)`. */
const zones = {
  ...{ UTC: 0, GMT: 0, EST: -300, EDT: -240, CST: -360, CDT: -300, MST: -420, MDT: -360, PST: -480, PDT: -420 },
  ...{ BST: 60, CET: 60, CEST: 120 },
};

/** What each column is called in the exports, compared in lower case and without what stands in brackets. */
const columns = {
  id: ['order number', 'execution id', 'exec id', 'trade id', 'fill id', 'order id'],
  side: ['buy/sell', 'side', 'b/s', 'action'],
  quantity: ['qty filled', 'filled qty', 'quantity', 'qty', 'size'],
  symbol: ['symbol', 'instrument', 'contract'],
  price: ['avg fill price', 'fill price', 'price'],
  at: ['update time', 'fill time', 'execution time', 'time', 'date/time', 'timestamp'],
  fee: ['commission', 'fees', 'fee'],
  feePerContract: ['commission fill rate'],
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

/**
 * The contract that `ESZ6`, `ES 12-26`, `/MESZ26:XCME` or `MESZ26.CME` names, as `{ instrument, month: '2026-12' }`. A year
 * of one digit is the nearest one to the fill. Null without a month, or for a contract that is not listed.
 */
export function contractOf(symbol, at) {
  const text = symbol.replace(/^\//, '').toUpperCase();
  const [, code = '', letter = '', short = ''] =
    /^([A-Z0-9]{2,4}?)([FGHJKMNQUVXZ])(\d{1,2})(?:[\s:.].*)?$/.exec(text) ?? [];
  if (code) return listed(code, monthLetters.indexOf(letter) + 1, yearOf(short, at));
  const [, name = '', month = '', year = ''] = /^([A-Z0-9]{2,4}) (\d{2})-(\d{2})(?:\s.*)?$/.exec(text) ?? [];
  return name ? listed(name, Number(month), 2000 + Number(year)) : null;
}

function listed(code, month, year) {
  if (!Object.hasOwn(instruments, code)) return null;
  const letter = monthLetters[month - 1];
  if (!letter || !instruments[code].months.includes(letter)) return null;
  return { instrument: code, month: `${year}-${String(month).padStart(2, '0')}` };
}

function yearOf(digits, at) {
  if (digits.length === 2) return 2000 + Number(digits);
  const year = new Date(at).getUTCFullYear();
  const candidate = year - (year % 10) + Number(digits);
  return candidate < year - 4 ? candidate + 10 : candidate > year + 5 ? candidate - 10 : candidate;
}

/** An exact decimal as an integer and its digits after the point; null for anything else. */
function decimalOf(text) {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.replace(/[$,\s]/g, '')) ?? [];
  return whole === '' ? null : { units: BigInt(`${sign}${whole}${fraction}`), digits: fraction.length };
}

/**
 * Quantities at whole ticks that together cost what the average price says. An average between two ticks is split over
 * both, so that the sum is exact: 2 at 17771.6250 are one at 17771.50 and one at 17771.75. Null for no price.
 * @returns {{ quantity: number, priceTicks: number }[] | null}
 */
export function ticksOf(priceText, tickText, quantity) {
  const price = decimalOf(priceText);
  const tick = decimalOf(tickText);
  if (price === null || tick === null) return null;
  const count = BigInt(quantity);
  const dividend = price.units * 10n ** BigInt(tick.digits) * count;
  const divisor = tick.units * 10n ** BigInt(price.digits);
  // An average is printed with few digits: the whole number of ticks nearest to it is what was paid.
  const total = floorOf(dividend * 2n + divisor, divisor * 2n);
  const low = floorOf(total, count);
  const above = total - low * count;
  return [
    { quantity: Number(count - above), priceTicks: Number(low) },
    { quantity: Number(above), priceTicks: Number(low + 1n) },
  ].filter((part) => part.quantity > 0);
}

function floorOf(dividend, divisor) {
  const quotient = dividend / divisor;
  return dividend % divisor !== 0n && dividend < 0n ? quotient - 1n : quotient;
}

/** Minutes that Chicago is off UTC at a moment. */
function chicagoOffset(atMs) {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', timeZoneName: 'longOffset' })
    .formatToParts(atMs)
    .find(({ type }) => type === 'timeZoneName');
  const [, sign = '-', hours = '6', minutes = '0'] = /GMT([+-])(\d+):?(\d+)?/.exec(parts?.value ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/**
 * A time with its own zone as it is, one without in the zone of its heading, and where that names none in Chicago's. Null
 * when it is no time.
 */
export function timeOf(text, zone = '') {
  if (/(?:z|[+-]\d{2}:?\d{2})$/i.test(text)) return Date.parse(text) || null;
  const [, date, clock] = /^(\S+)[ T]+(\S+(?: [AP]M)?)$/i.exec(text) ?? [];
  if (!date) return null;
  const utc = Date.parse(`${date} ${clock} UTC`);
  return Number.isNaN(utc) ? null : utc - (zones[zone] ?? chicagoOffset(utc)) * 60_000;
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
  const heads = splitLine(lines[headAt]);
  const places = findColumns(heads);
  const [, zone = ''] = /\(([^)]*)\)/.exec(heads[places.at] ?? '') ?? [];
  if (zone !== '' && !Object.hasOwn(zones, zone)) return { events: [], problems: [`unknown time zone ${zone}`] };
  const events = [];
  const problems = [];
  const seen = new Map();
  for (const line of lines.slice(headAt + 1)) {
    const cells = splitLine(line);
    const cell = (key) => (places[key] < 0 ? '' : (cells[places[key]] ?? ''));
    const number = (key) => Number(cell(key).replace(/[$,\s]/g, '') || 0);
    const quantity = number('quantity');
    if (quantity <= 0 || /cancel|reject|fail/i.test(cell('status'))) continue;
    const side = sideOf(cell('side'));
    const at = timeOf(cell('at'), zone);
    const contract = at === null ? null : contractOf(cell('symbol'), at);
    const parts = contract && ticksOf(cell('price'), instruments[contract.instrument].tick, quantity);
    if (side === null || at === null || contract === null || parts === null) {
      problems.push(line);
      continue;
    }
    // An order that was filled in parts stands on several lines: their place among its lines tells them apart.
    const id = cell('id') || `${at}-${contract.instrument}-${side}`;
    const place = (seen.get(id) ?? 0) + 1;
    seen.set(id, place);
    // A total is charged as it is; the rate is of one contract.
    const fee = places.fee < 0 ? number('feePerContract') * quantity : number('fee');
    for (const [index, part] of parts.entries()) {
      const suffix = index === 0 ? '' : `.${index + 1}`;
      // Charged once, with the first part.
      const feeCents = index === 0 ? Math.round(Number((Math.abs(fee) * 100).toFixed(6))) : 0;
      events.push({
        sourceId: `fill-${id}-${place}${suffix}`.replace(/[^\x21-\x7e]/g, '_').slice(0, 80),
        event: { type: 'fill', at, ...contract, side, ...part, feeCents },
      });
    }
  }
  return { events, problems };
}
