import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { prepareEmbedded } from '../server/support/databases.ts';
import { checkReceivers } from './actions-webhooks.ts';
import { takeOverTimeAndChance } from './chance.ts';
import { checkClosed, checkClosing } from './closure.ts';
import { checkFigures } from './figures.ts';
import { openFirm } from './firm.ts';
import { tabulateStates } from './must-reach.ts';
import { makePlan, play, type Step } from './plan.ts';
import { checkPromises, readPromised } from './promises.ts';
import { checkAlways, checkAtEnd, countStates, readResult } from './properties.ts';
import { settle } from './settle.ts';
import { openWorld, type World } from './world.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    from: { type: 'string', default: '1' },
    months: { type: 'string', default: '0.25' },
    /** No other seed begins after so long. */
    minutes: { type: 'string', default: 'Infinity' },
    /** The numbers of the steps to play; all of them by default. */
    only: { type: 'string' },
    /** Fails unless each state that must be reached was met. */
    reach: { type: 'boolean', default: false },
    /** Plays the seeds of failed-seeds.txt first. */
    known: { type: 'boolean', default: false },
    log: { type: 'boolean', default: false },
    'no-shrink': { type: 'boolean', default: false },
  },
});
/** Each line is a seed that failed once, and the months that it played. */
const known = readFileSync(new URL('failed-seeds.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^\d/.test(line))
  .map((line) => line.split(' ').map(Number) as [number, number]);
const [seeds, from, months] = [Number(values.seeds), Number(values.from), Number(values.months)];

/** @returns why the steps of a seed break a property; undefined if they don't */
async function run(world: World, seed: number, steps: readonly Step[]): Promise<string | undefined> {
  await world.begin(seed);
  const firm = await openFirm(world);
  try {
    for (const step of steps) {
      await play(world, firm, step);
      if (values.log) console.log(step.number, step.kind, step.fault, (await readResult(world)).audit);
      await checkAlways(world, firm);
      await checkClosing(world);
      await checkPromises(world);
      await countStates(world);
    }
    await checkFigures(world, firm);
    await settle(world, firm);
    await checkAlways(world, firm);
    await checkFigures(world, firm);
    await checkAtEnd(world, firm);
    await checkClosing(world);
    await checkClosed(world, firm);
    await checkReceivers(world, firm);
    await countStates(world);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

/** Shrinking ends after so many runs, with the shortest list that was found. */
const maxRuns = 80;

/** Leaves out steps, halves first, as long as the rest still fails. */
async function shrink(world: World, seed: number, steps: readonly Step[]): Promise<readonly Step[]> {
  let kept = steps;
  let runs = 0;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length && runs < maxRuns; runs += 1) {
      const rest = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (await run(world, seed, rest)) kept = rest;
      else at += size;
    }
  }
  return kept;
}

// Other tests load the same dump, so it is made in their time.
await prepareEmbedded();
takeOverTimeAndChance();
const world = await openWorld();
const only = values.only?.split(',').map(Number);
let failed = 0;
let played = 0;
let first: string | undefined;
/** The minutes from request to sending of every payout with a promise. */
const promised: number[] = [];
const numbered = Array.from({ length: seeds }, (_, index): [number, number] => [from + index, months]);
// The first one runs again at the end: a seed leads to the same whatever ran before it.
const again = seeds > 1 ? [[from, months] as const] : [];
for (const [seed, length] of [...(values.known ? known : []), ...numbered, ...again]) {
  if (process.uptime() > Number(values.minutes) * 60) break;
  played += 1;
  const steps = makePlan(seed, length).filter(({ number }) => !only || only.includes(number));
  let why = await run(world, seed, steps);
  promised.push(...(await readPromised(world)));
  const { audit, ledger } = await readResult(world);
  const result = `seed ${seed}: ${steps.length} steps, audit ${audit}, ledger ${ledger}`;
  console.log(result);
  if (seed === from) first ??= result;
  if (seed === from && result !== first) why ??= `it led to something else before: ${first}`;
  if (why === undefined) continue;
  failed += 1;
  console.log(`seed ${seed} fails: ${why}`);
  const kept = only || values.log || values['no-shrink'] ? steps : await shrink(world, seed, steps);
  console.log(`for tests/simulator/failed-seeds.txt: ${seed} ${length}`);
  console.log(kept.map(({ number, kind, who, fault }) => `  ${number} ${kind} ${who} ${fault}`).join('\n'));
  const numbers = kept.map(({ number }) => number).join(',');
  console.log(`npm run simulate -- --seeds 1 --from ${seed} --months ${length} --only ${numbers}`);
}
for (const [what, count] of [...world.counts].sort()) console.log(`${String(count).padStart(7)} ${what}`);
promised.sort((one, other) => one - other);
const within = promised.filter((minutes) => minutes <= 60).length / promised.length;
const median = promised[promised.length >> 1] ?? 0;
console.log(`payouts with a promise: ${promised.length}, median ${median} min, within the hour ${within}`);
// Of fewer, one that met a drawn fault decides; what is late carries its credit in any case.
if (promised.length >= 10 && median > 20) {
  failed += 1;
  console.log('promised payouts take more than 20 minutes');
}
const { lines, rare, never } = tabulateStates(world.counts);
console.log(lines.join('\n'));
if (rare.length > 0) console.log(`rarely met: ${rare.join(', ')}`);
if (never.length > 0) console.log(`never met: ${never.join(', ')}`);
const seconds = process.uptime();
console.log(`${played} seeds, ${failed} failed, ${(played / seconds).toFixed(2)} seeds/s`);
await world.close();
process.exit(failed === 0 && !(values.reach && never.length > 0) ? 0 : 1);
