#!/usr/bin/env node
/*
 * Recomputes published payout statistics: node verify-payout-statistics.mjs <payout-statistics.json> [<number>:<hash>]
 *
 * The file is what the page lets you download. A head you noted earlier, its number and hash, must still be in it: that
 * shows that nothing up to that day was rewritten since. Needs Node 20 or later and nothing else.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [, , path, noted] = process.argv;

function fail(text) {
  console.error(text);
  process.exit(1);
}

if (!path) fail('node verify-payout-statistics.mjs <payout-statistics.json> [<number>:<hash>]');
const { entries } = JSON.parse(readFileSync(path, 'utf8'));
const [notedNumber, notedHash] = noted ? noted.split(':') : [];
if (noted && !entries[Number(notedNumber) - 1]) fail(`Entry ${notedNumber}, which you noted, is missing.`);

let previous = '';
let previousDay = null;
const months = new Map();

function monthOf(day) {
  const month = day.slice(0, 7);
  if (!months.has(month)) months.set(month, { decision: new Map(), paid: new Map(), paidCents: 0, rejections: 0 });
  return months.get(month);
}

function add(counts, hours) {
  for (const [key, count] of Object.entries(hours)) counts.set(Number(key), (counts.get(Number(key)) ?? 0) + count);
}

for (const [index, { hash, body }] of entries.entries()) {
  const number = index + 1;
  const own = createHash('sha256').update(`${previous}\n${body}`).digest('hex');
  if (own !== hash) fail(`Entry ${number} was changed: its hash is ${hash}, its content gives ${own}.`);
  const entry = JSON.parse(body);
  if (entry.number !== number) fail(`Entry ${number} says that it is number ${entry.number}.`);
  const next = previousDay && new Date(Date.parse(`${previousDay}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  if (next && entry.day !== next) fail(`Entry ${number} is of ${entry.day}, and ${next} is missing.`);
  if (noted && number === Number(notedNumber) && hash !== notedHash) fail(`Entry ${number} isn’t the one you noted.`);
  for (const figures of entry.figures) {
    const month = monthOf(figures.day);
    add(month.decision, figures.decisionHours);
    add(month.paid, figures.paidHours);
    month.paidCents += figures.paidCents;
    for (const count of Object.values(figures.rejections)) month.rejections += count;
  }
  previous = hash;
  previousDay = entry.day;
}

/** The smallest number of hours that so many percent of all don't exceed. */
function percentile(counts, percent) {
  const sorted = [...counts].filter(([, count]) => count !== 0).sort(([left], [right]) => left - right);
  const rank = Math.ceil((sorted.reduce((sum, [, count]) => sum + count, 0) * percent) / 100);
  let seen = 0;
  for (const [hours, count] of sorted) {
    seen += count;
    if (seen >= rank) return hours;
  }
  return '–';
}

console.log(`${entries.length} days, up to ${previousDay}: every hash is right.`);
console.log(`The newest entry, to note and compare later: ${entries.length}:${previous}`);
for (const [month, { decision, paid, paidCents, rejections }] of [...months].sort()) {
  console.log(
    `${month}: decided within ${percentile(decision, 50)} h (median) and ${percentile(decision, 95)} h (95 %), ` +
      `paid within ${percentile(paid, 50)} h and ${percentile(paid, 95)} h, $${(paidCents / 100).toFixed(2)} paid, ${rejections} rejected`,
  );
}
