import { performance } from 'node:perf_hooks';
import { getCatalog } from '../../src/content/catalog.ts';
import { getOffers, programs } from '../../src/content/programs.ts';
import { nextRandom, type Random } from '../../src/lib/random.ts';
import { getTradingDay, nextTradingDay } from '../../src/shared/exchange/trading-day.ts';
import { replayFile } from '../../src/shared/replay/replay-file.ts';
import { sized } from './sized.ts';

const rowCount = sized(100_000, 2_000);
const runs = sized(3, 1);

/** Two years of small executions, so that most accounts stay active to the end and are replayed in full. */
function makeExecutions(): Uint8Array {
  const random: Random = { random: 1 };
  const lines = [
    'Instrument,Action,Quantity,Price,Time,ID,E/X,Position,Order ID,Name,Commission,Rate,Account,Connection',
  ];
  let day = getTradingDay('2026-01-05');
  let price = 6_500;
  while (lines.length <= rowCount) {
    for (let index = 0; index < 220 && lines.length <= rowCount; index += 1) {
      const isEntry = index % 2 === 0;
      price += Math.round((nextRandom(random) - 0.48) * 4) * 0.25;
      const minutes = 510 + index;
      const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;
      const action = isEntry ? 'Buy' : 'Sell';
      lines.push(
        `MES 12-26,${action},1,${price.toFixed(2)},${day} ${clock},a${lines.length},${isEntry ? 'Entry' : 'Exit'},-,b,E,$0.00,1,Sim,Sim`,
      );
    }
    day = nextTradingDay(day);
  }
  return new TextEncoder().encode(lines.join('\r\n'));
}

const bytes = makeExecutions();
const offers = programs.flatMap((program) => getOffers(program));
const request = { offers, rulesVersion: getCatalog().packages.rulesVersion, options: { zone: 'America/Chicago' } };
let bestMs = Number.POSITIVE_INFINITY;
let firstMs = 0;
for (let run = 0; run < runs; run += 1) {
  const startedAt = performance.now();
  const answer = replayFile(bytes, request);
  const tookMs = performance.now() - startedAt;
  if (answer.status !== 'replayed' || answer.result.source.fills !== rowCount) throw new Error('the file was not read');
  const open = answer.result.offers.filter(({ last }) => last.status === 'open').length;
  if (run === 0) {
    firstMs = tookMs;
    console.log(`replay-open ${open} offers`);
  }
  bestMs = Math.min(bestMs, tookMs);
}
console.log(`replay-first ${Math.round(firstMs)} ms`);
console.log(`replay-best ${Math.round(bestMs)} ms`);
