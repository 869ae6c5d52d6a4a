import { idempotencyHeader } from '../../src/shared/core/constants.ts';
import { fill } from '../server/support/fill.ts';
import { alphabets, bodyTexts, put, repeat, shapeOf } from '../server/support/hostile-text.ts';
import { curveOf, readSamples, type Sample, toMb } from './load-samples.ts';
import { sized } from './sized.ts';
import { type Answered, addAnswer, faultFigure, type Load, sendLoad } from './soak.ts';
import { openStoredTexts } from './stored-hostile.ts';
import { type Figure, figure } from './table.ts';

const bodyLength = 1_000_000;
/** Shorter than the limit of bodies, so that the text reaches its field. */
const fieldLength = 240_000;
const pathLength = 15_000;
const boundary = 'hostile';

/** Bodies of the largest accepted size that take a parser longest: by kind of content. */
const costly: readonly (readonly [type: string, body: string])[] = [
  ['application/json', `{"a":[${'1,'.repeat(125_000)}1]}`],
  ['application/json', `{${Array.from({ length: 30_000 }, (_, index) => `"${index}":1`).join(',')},"a":1}`],
  ['application/json', '{"a":'.repeat(50_000)],
  ['application/json', `{"email":"${'\\u0061'.repeat(42_000)}"}`],
  ['application/x-www-form-urlencoded', 'a=1&'.repeat(65_000)],
  ['application/x-www-form-urlencoded', Array.from({ length: 40_000 }, (_, index) => `${index}=`).join('&')],
  ['application/x-www-form-urlencoded', `a=${'%F0%9F%98%80'.repeat(21_000)}`],
  [
    `multipart/form-data; boundary=${boundary}`,
    `${`--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n`.repeat(4_000)}--${boundary}--\r\n`,
  ],
];

/** Sends the longest text of each alphabet to every field and as a path; each request from another network. */
async function sendLongTexts({ origins, tokens }: Load): Promise<Answered> {
  const answered: Answered = { answers: 0, faults: [] };
  let sent = 0;
  const send = async (path: string, token?: string, body?: string, type = 'application/json') => {
    sent += 1;
    const headers = {
      'Content-Type': type,
      'X-Forwarded-For': `10.${sent % 250}.${Math.floor(sent / 250)}.1`,
      [idempotencyHeader]: `hostile-${sent}`,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    const request = body === undefined ? { headers } : { method: 'POST', headers, body };
    const answer = await fetch((origins[sent % origins.length] ?? '') + path, { redirect: 'manual', ...request });
    await answer.arrayBuffer();
    addAnswer(answered, path.slice(0, 60), answer.status);
  };
  for (const alphabet of sized<readonly string[]>(alphabets, alphabets.slice(0, 1))) {
    await send(`/${encodeURI(repeat(alphabet, pathLength)).slice(0, pathLength)}`);
    for (const { call, place } of sized(bodyTexts, bodyTexts.slice(0, 20))) {
      const token = call.access === 'any' ? undefined : tokens[sent % tokens.length];
      const valid = fill(shapeOf(call.body), 'harbor-at-noon', 'text@example.org');
      for (const length of [fieldLength, bodyLength])
        await send(`/api/${call.path}`, token, JSON.stringify(put(valid, place, repeat(alphabet, length))));
    }
  }
  for (const [type, body] of costly) {
    for (let round = 0; round < sized(5, 1); round += 1) await send('/api/contact/send', undefined, body, type);
  }
  return answered;
}

/**
 * Long texts, texts that are stored and opened, then every call fuzzed by every demo person for some minutes. Judges status codes, the event loops of all
 * copies, and whether their memory still grows at the end.
 */
export async function measureHostile(
  load: Load,
  files: readonly string[],
  report: (line: string) => void,
): Promise<Figure[]> {
  // What a copy does when it starts isn't caused by requests.
  await new Promise((next) => setTimeout(next, sized(5_000, 1_200)));
  const startedAtMs = Date.now();
  const readAll = (from = startedAtMs) => files.map((file) => readSamples(file).filter(({ atMs }) => atMs > from));
  /** Waits until each copy has recorded what it did so far: a stage may end before a copy's next sample. */
  const endStage = async () => {
    const endedAtMs = Date.now();
    while (readAll(endedAtMs).some(({ length }) => length === 0)) await new Promise((next) => setTimeout(next, 50));
  };
  const longestOf = (from?: number) =>
    readAll(from)
      .flat()
      .reduce((left, right) => (right.blockMs > left.blockMs ? right : left), { blockMs: 0, after: 'no request' });
  const texts = await sendLongTexts(load);
  await endStage();
  const afterTexts = longestOf();
  const storedAtMs = Date.now();
  const stored = await openStoredTexts(load);
  await endStage();
  const afterStored = longestOf(storedAtMs);
  const fuzzedAtMs = Date.now();
  const fuzzed = await sendLoad(load, (minute) => {
    const memory = readAll().map((samples) => `${toMb(samples.at(-1)?.rss ?? 0)} MB`);
    const { blockMs, after } = longestOf(Date.now() - 60_000);
    report(`${minute} min: RSS ${memory.join(' and ')}, longest block ${Math.round(blockMs)} ms after ${after}`);
  });
  await endStage();
  const afterFuzz = longestOf(fuzzedAtMs);
  const curves = readAll(fuzzedAtMs).map((samples) => curveOf(samples, 'rss'));
  const growth = Math.max(...curves.map(([, , third = 0, fourth = 0]) => fourth - third));
  const block = (what: string, { blockMs, after }: Pick<Sample, 'blockMs' | 'after'>) =>
    figure(`Hostile requests: longest block of ${what}, after ${after}`, blockMs, 'ms', { atMost: 50 });
  return [
    figure('Hostile requests: long texts', texts.answers, 'requests'),
    figure('Hostile requests: texts stored and opened', stored.answers, 'requests'),
    figure(`Hostile requests: ${load.minutes} min of all calls`, fuzzed.answers, 'requests'),
    faultFigure('Hostile requests', [...texts.faults, ...stored.faults, ...fuzzed.faults]),
    block('long texts', afterTexts),
    block('texts stored and opened', afterStored),
    block('all calls', afterFuzz),
    ...curves.map((curve, index) => ({
      what: `Hostile requests: RSS of copy ${index + 1} by quarter`,
      measured: `${curve.join(' → ')} MB`,
    })),
    figure('Hostile requests: growth of RSS in the last quarter', growth, 'MB', { atMost: 15 }),
  ];
}
