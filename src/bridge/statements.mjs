import { readFileSync } from 'node:fs';

/** By the exchange's product code: the tick size as an exact decimal, and the letters of the listed months. */
const instruments = JSON.parse(readFileSync(new URL('./instruments.json', import.meta.url), 'utf8'));
const monthLetters = 'FGHJKMNQUVXZ';

/** UTC offsets in minutes of the time zones that a heading may name, as in `Update Time (EDT)`. */
const zones = {
  ...{ UTC: 0, GMT: 0, EST: -300, EDT: -240, CST: -360, CDT: -300, MST: -420, MDT: -360, PST: -480, PDT: -420 },
  ...{ BST: 60, CET: 60, CEST: 120 },
};

/** Names of each column in the exports, compared in lower case and without text in brackets. */
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

/** Splits a line of CSV (RFC 4180) into its cells. */
function splitLine(line) {
  const cells = [];
  for (const [, quoted, plain] of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
    cells.push((quoted === undefined ? plain : quoted.replaceAll('""', '"')).trim());
  }
  return cells;
}

const normalizeName = (heading) => heading.replace(/\s*\([^)]*\)/g, '').toLowerCase();

function findColumns(headings) {
  const names = headings.map(normalizeName);
  const indexes = {};
  for (const [key, known] of Object.entries(columns)) {
    indexes[key] = known.map((name) => names.indexOf(name)).find((index) => index >= 0) ?? -1;
  }
  return indexes;
}

/**
 * Parses `ESZ6`, `ES 12-26`, `/MESZ26:XCME` or `MESZ26.CME` to `{ instrument, month: '2026-12' }`. A one-digit year is
 * the one nearest to the fill. Null without a month, or for an unlisted contract.
 */
export function parseContract(symbol, at) {
  const text = symbol.replace(/^\//, '').toUpperCase();
  const [, code = '', letter = '', short = ''] =
    /^([A-Z0-9]{2,4}?)([FGHJKMNQUVXZ])(\d{1,2})(?:[\s:.].*)?$/.exec(text) ?? [];
  if (code) return findListed(code, monthLetters.indexOf(letter) + 1, parseYear(short, at));
  const [, name = '', month = '', year = ''] = /^([A-Z0-9]{2,4}) (\d{2})-(\d{2})(?:\s.*)?$/.exec(text) ?? [];
  return name ? findListed(name, Number(month), 2000 + Number(year)) : null;
}

function findListed(code, month, year) {
  if (!Object.hasOwn(instruments, code)) return null;
  const letter = monthLetters[month - 1];
  if (!letter || !instruments[code].months.includes(letter)) return null;
  return { instrument: code, month: `${year}-${String(month).padStart(2, '0')}` };
}

function parseYear(digits, at) {
  if (digits.length === 2) return 2000 + Number(digits);
  const year = new Date(at).getUTCFullYear();
  const candidate = year - (year % 10) + Number(digits);
  return candidate < year - 4 ? candidate + 10 : candidate > year + 5 ? candidate - 10 : candidate;
}

/** Parses an exact decimal to an integer and its number of decimal places; null for anything else. */
function parseDecimal(text) {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.replace(/[$,\s]/g, '')) ?? [];
  return whole === '' ? null : { units: BigInt(`${sign}${whole}${fraction}`), digits: fraction.length };
}

/**
 * Quantities at whole ticks that together cost exactly what the average price says. An average between two ticks is
 * split into both: 2 at 17771.6250 become one at 17771.50 and one at 17771.75. Null for an invalid price.
 * @returns {{ quantity: number, priceTicks: number }[] | null}
 */
export function splitIntoTicks(writtenPrice, tickText, quantity) {
  const price = parseDecimal(writtenPrice);
  const tick = parseDecimal(tickText);
  if (price === null || tick === null) return null;
  const count = BigInt(quantity);
  const dividend = price.units * 10n ** BigInt(tick.digits) * count;
  const divisor = tick.units * 10n ** BigInt(price.digits);
  // Averages are printed with few digits: the nearest whole number of ticks is what was paid.
  const total = divideFloor(dividend * 2n + divisor, divisor * 2n);
  const low = divideFloor(total, count);
  const above = total - low * count;
  return [
    { quantity: Number(count - above), priceTicks: Number(low) },
    { quantity: Number(above), priceTicks: Number(low + 1n) },
  ].filter((part) => part.quantity > 0);
}

function divideFloor(dividend, divisor) {
  const quotient = dividend / divisor;
  return dividend % divisor !== 0n && dividend < 0n ? quotient - 1n : quotient;
}

/** Chicago's UTC offset in minutes at a given time. */
function chicagoOffset(atMs) {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', timeZoneName: 'longOffset' })
    .formatToParts(atMs)
    .find(({ type }) => type === 'timeZoneName');
  const [, sign = '-', hours = '6', minutes = '0'] = /GMT([+-])(\d+):?(\d+)?/.exec(parts?.value ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/**
 * Parses a time in its own zone, otherwise in the zone of its heading, otherwise in Chicago's. Null if it isn't a time.
 */
export function parseTime(text, zone = '') {
  if (/(?:z|[+-]\d{2}:?\d{2})$/i.test(text)) return Date.parse(text) || null;
  const [, date, clock] = /^(\S+)[ T]+(\S+(?: [AP]M)?)$/i.exec(text) ?? [];
  if (!date) return null;
  const utc = Date.parse(`${date} ${clock} UTC`);
  return Number.isNaN(utc) ? null : utc - (zones[zone] ?? chicagoOffset(utc)) * 60_000;
}

function parseSide(text) {
  const first = text.trim().toUpperCase()[0];
  return first === 'B' ? 'buy' : first === 'S' ? 'sell' : null;
}

/**
 * Reads a statement exported by Rithmic (R | Trader Pro, completed orders) or a dxFeed platform. Lines that aren't
 * fills are skipped; malformed fills are returned as problems.
 * @returns {{ events: { sourceId: string, event: object }[], problems: string[] }}
 */
export function readStatement(text) {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const headingIndex = lines.findIndex((line) => {
    const indexes = findColumns(splitLine(line));
    return indexes.side >= 0 && indexes.symbol >= 0 && indexes.price >= 0;
  });
  if (headingIndex < 0) return { events: [], problems: ['no line names the columns'] };
  const headings = splitLine(lines[headingIndex]);
  const indexes = findColumns(headings);
  const [, zone = ''] = /\(([^)]*)\)/.exec(headings[indexes.at] ?? '') ?? [];
  if (zone !== '' && !Object.hasOwn(zones, zone)) return { events: [], problems: [`unknown time zone ${zone}`] };
  const events = [];
  const problems = [];
  const seen = new Map();
  for (const line of lines.slice(headingIndex + 1)) {
    const cells = splitLine(line);
    const cell = (key) => (indexes[key] < 0 ? '' : (cells[indexes[key]] ?? ''));
    const number = (key) => Number(cell(key).replace(/[$,\s]/g, '') || 0);
    const quantity = number('quantity');
    if (quantity <= 0 || /cancel|reject|fail/i.test(cell('status'))) continue;
    const side = parseSide(cell('side'));
    const at = parseTime(cell('at'), zone);
    const contract = at === null ? null : parseContract(cell('symbol'), at);
    const parts = contract && splitIntoTicks(cell('price'), instruments[contract.instrument].tick, quantity);
    if (side === null || at === null || contract === null || parts === null) {
      problems.push(line);
      continue;
    }
    // An order that was filled in parts has several lines; their position distinguishes them.
    const id = cell('id') || `${at}-${contract.instrument}-${side}`;
    const position = (seen.get(id) ?? 0) + 1;
    seen.set(id, position);
    // A total is charged as it is; a rate is per contract.
    const fee = indexes.fee < 0 ? number('feePerContract') * quantity : number('fee');
    for (const [index, part] of parts.entries()) {
      const suffix = index === 0 ? '' : `.${index + 1}`;
      // Charged once, with the first part.
      const feeCents = index === 0 ? Math.round(Number((Math.abs(fee) * 100).toFixed(6))) : 0;
      events.push({
        sourceId: `fill-${id}-${position}${suffix}`.replace(/[^\x21-\x7e]/g, '_').slice(0, 80),
        event: { type: 'fill', at, ...contract, side, ...part, feeCents },
      });
    }
  }
  return { events, problems };
}
