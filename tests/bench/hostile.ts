import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { idempotencyHeader } from '../../src/shared/core/constants.ts';
import { fill } from '../server/support/fill.ts';
import { alphabets, bodyTexts, put, repeat, shapeOf } from '../server/support/hostile-text.ts';
import { type Figure, figure } from './table.ts';

const bodyLength = 1_000_000;
/** Shorter than the limit of bodies, so that the text reaches its field. */
const fieldLength = 240_000;
const pathLength = 15_000;
const settleMs = 3_000;

/** The environment that makes a server record the delay of its event loop in `folder`. */
export function hostileEnvironment(folder: string): Record<string, string> {
  return { NODE_OPTIONS: `--import ${resolve('tests/bench/loop-probe.ts')}`, LOOP_FILE: join(folder, 'loop.txt') };
}

function readDelays(folder: string): number[] {
  return readFileSync(join(folder, 'loop.txt'), 'utf8').trim().split('\n').map(Number);
}

const wait = (ms: number) => new Promise((next) => setTimeout(next, ms));

/** Sends the longest text of each alphabet to every public field and as a path; each request from another network. */
export async function measureHostile(origin: string, folder: string): Promise<Figure[]> {
  let sent = 0;
  let faults = 0;
  const send = async (path: string, body?: string) => {
    sent += 1;
    const headers = {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.${sent % 250}.${Math.floor(sent / 250)}.1`,
      [idempotencyHeader]: `hostile-${sent}`,
    };
    const request = body === undefined ? { headers } : { method: 'POST', headers, body };
    const answer = await fetch(origin + path, { redirect: 'manual', ...request });
    await answer.arrayBuffer();
    if (answer.status >= 500) faults += 1;
  };
  await wait(settleMs);
  const idle = readDelays(folder).slice(-2);
  const before = readDelays(folder).length;
  for (const alphabet of alphabets) {
    await send(`/${encodeURI(repeat(alphabet, pathLength)).slice(0, pathLength)}`);
    for (const { call, place } of bodyTexts) {
      if (call.access !== 'any') continue;
      const valid = fill(shapeOf(call.body), 'harbor-at-noon', 'text@example.org');
      for (const length of [fieldLength, bodyLength])
        await send(`/api/${call.path}`, JSON.stringify(put(valid, place, repeat(alphabet, length))));
    }
  }
  await wait(settleMs);
  return [
    figure('Hostile text: requests', sent, 'requests'),
    figure('Hostile text: responses with status 5xx', faults, 'responses', { atMost: 0 }),
    figure('Hostile text: event loop blocked at most, before', Math.max(...idle), 'ms'),
    figure('Hostile text: event loop blocked at most', Math.max(...readDelays(folder).slice(before)), 'ms', {
      atMost: 50,
    }),
  ];
}
