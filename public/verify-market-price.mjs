#!/usr/bin/env node
/*
 * Recomputes a price of the simulated market: node verify-market-price.mjs <market-keys.json> <contract> <time>
 *
 * The file is what /payouts/statistics lets you download; a contract is written ES 2026-12, in quotes, and a time
 * 2026-11-26T15:00:00.250Z. Shows the best prices of that quarter of a second, by the published keys alone, after
 * checking that every key is the one whose hash was published before its day. Needs Node 20 or later and nothing else.
 */
import { createCipheriv, createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [, , path, contract, time] = process.argv;
const [hourMs, minuteMs, frameMs] = [3_600_000, 60_000, 250];

function fail(text) {
  console.error(text);
  process.exit(1);
}

const [code, month] = (contract ?? '').split(' ');
const at = Date.parse(time ?? '');
if (!path || !month || Number.isNaN(at))
  fail("node verify-market-price.mjs market-keys.json 'ES 2026-12' 2026-11-26T15:00:00Z");

// The chain: every hash, and every key against the hash that announced it.
const { entries } = JSON.parse(readFileSync(path, 'utf8'));
const [hashes, keys] = [new Map(), new Map()];
let previous = '';
let start;
for (const [index, { hash, body }] of entries.entries()) {
  const own = createHash('sha256').update(`${previous}\n${body}`).digest('hex');
  const entry = JSON.parse(body);
  if (own !== hash || entry.number !== index + 1) fail(`Entry ${index + 1} was changed.`);
  if (index === 0) start = entry.start;
  for (const [day, keyHash] of Object.entries(entry.hashes)) hashes.set(day, { hash: keyHash, at: entry.at });
  for (const [day, key] of Object.entries(entry.keys)) {
    const bytes = Buffer.from(key, 'hex');
    if (createHash('sha256').update(bytes).digest('hex') !== hashes.get(day)?.hash)
      fail(`The key of ${day} isn’t the one that was announced.`);
    keys.set(day, bytes);
  }
  previous = hash;
}

// A day lasts from 17:00 in Chicago to 17:00 on its date.
const chicago = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', hour: 'numeric', hourCycle: 'h23' });
const dateAt = (day) => Date.parse(`${day}T00:00:00Z`);
const nextDay = (day, days = 1) => new Date(dateAt(day) + days * 24 * hourMs).toISOString().slice(0, 10);
const endOf = (day) =>
  [22, 23].map((hour) => dateAt(day) + hour * hourMs).find((end) => Number(chicago.format(end)) === 17);
const startOf = (day) => endOf(nextDay(day, -1));

const series = ['hour', 'minute', 'frame', 'quote'];

/** ChaCha20's keystream as 32-bit words. */
function draw(day, purpose, product, monthNumber, unit, count) {
  const iv = Buffer.alloc(16);
  iv.write(product, 4, 'latin1');
  iv[7] = series.indexOf(purpose);
  iv.writeUInt32LE(monthNumber, 8);
  iv.writeUInt32LE(unit, 12);
  const bytes = createCipheriv('chacha20', keys.get(day), iv).update(Buffer.alloc(count * 4));
  return Array.from({ length: count }, (_, index) => bytes.readUInt32LE(index * 4));
}

// Normal numbers: the sum of two of 4,096 quantiles, by Acklam's approximation.
const polynomial = (x, factors) => factors.reduce((sum, factor) => sum * x + factor, 0);
function quantile(share) {
  if (share > 0.5) return -quantile(1 - share);
  if (share < 0.02425) {
    const tail = Math.sqrt(-2 * Math.log(share));
    return (
      polynomial(
        tail,
        [
          -7.784894002430293e-3, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
          2.938163982698783,
        ],
      ) / polynomial(tail, [7.784695709041462e-3, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1])
    );
  }
  const square = (share - 0.5) ** 2;
  return (
    (polynomial(
      square,
      [
        -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
        2.506628277459239,
      ],
    ) *
      (share - 0.5)) /
    polynomial(
      square,
      [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1],
    )
  );
}
const plain = Array.from({ length: 4_096 }, (_, index) => quantile((index + 0.5) / 4_096));
const deviation = Math.sqrt(plain.reduce((sum, value) => sum + value * value, 0) / 4_096);
const quantiles = plain.map((value) => Math.round((value / deviation) * 2 ** 24) / 2 ** 24);
const normal = (word) => (quantiles[word & 4_095] + quantiles[(word >>> 12) & 4_095]) * Math.SQRT1_2;

/** A day's hours: each is the last one's price times one plus a normal number. */
function hoursOf(day, open, product, hourDeviation) {
  const values = [open];
  for (const word of draw(day, 'hour', product, 0, 0, (endOf(day) - startOf(day)) / hourMs))
    values.push(values.at(-1) * (1 + hourDeviation * normal(word)));
  return values;
}

/** A random walk between two ends: each middle, then the middles of its halves. */
function bridge(first, last, steps, step, words) {
  const values = [first];
  values[steps] = last;
  const fill = (from, to) => {
    if (to - from < 2) return;
    const middle = (from + to) >>> 1;
    const chord = values[from] * ((to - middle) / (to - from)) + values[to] * ((middle - from) / (to - from));
    const spread = Math.sqrt(((middle - from) * (to - middle)) / (to - from));
    values[middle] = chord + step * spread * normal(words[middle]);
    fill(from, middle);
    fill(middle, to);
  };
  fill(0, steps);
  return values;
}

const parameters = start.contracts[code] ?? fail(`${code} isn’t a contract of this market.`);
const { product, price, tickSize, hourDeviation, carryPerYear } = parameters;
let day = start.day;
if (at < startOf(day)) fail(`The first published day is ${day}.`);
let open = start.opens[product];
while (at >= endOf(day)) {
  if (!keys.has(day)) fail(`The key of ${day} isn’t published yet.`);
  open = hoursOf(day, open, product, hourDeviation).at(-1);
  day = nextDay(day);
}
if (!keys.has(day)) fail(`The key of ${day} isn’t published yet; its hash is ${hashes.get(day)?.hash}.`);

const hours = hoursOf(day, open, product, hourDeviation);
const hour = Math.floor((at - startOf(day)) / hourMs);
const minute = Math.floor((at - startOf(day)) / minuteMs);
const frame = Math.floor((at % minuteMs) / frameMs);
const hourStep = hours[hour] * hourDeviation;
const minutes = bridge(
  hours[hour],
  hours[hour + 1],
  60,
  hourStep / Math.sqrt(60),
  draw(day, 'minute', product, 0, hour, 60),
);
const [first, last] = [minutes[minute % 60], minutes[(minute % 60) + 1]];
const frames = bridge(first, last, 240, hourStep / Math.sqrt(14_400), draw(day, 'frame', product, 0, minute, 240));
const [year, number] = month.split('-').map(Number);
const carry = 1 + (carryPerYear * (Date.UTC(year, number, 1) - start.referenceAt)) / (365 * 24 * hourMs);
const below = Math.floor(frames[frame] * ((price / tickSize) * carry));
const word = draw(day, 'quote', product, year * 12 + number, minute, 240)[frame];
const bid = below - ((word & 15) === 0 ? 1 : 0);
const ask = below + 1 + ((word & 240) === 0 ? 1 : 0);

const digits = Math.max(0, Math.ceil(-Math.log10(tickSize)) + 2);
const show = (ticks) => `${Number((ticks * tickSize).toFixed(digits))} (${ticks} ticks)`;
const announced = hashes.get(day).at;
console.log(`${contract} at ${new Date(at - (at % frameMs)).toISOString()}: bid ${show(bid)}, ask ${show(ask)}`);
console.log(
  `The hash of this day’s key was published at ${announced}, ${Date.parse(announced) <= startOf(day) ? 'before' : 'after'} the day began at ${new Date(startOf(day)).toISOString()}.`,
);
