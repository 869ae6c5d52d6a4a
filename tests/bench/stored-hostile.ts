import { idempotencyHeader } from '../../src/shared/core/constants.ts';
import { registry } from '../../src/shared/firm/registry.ts';
import { fill } from '../server/support/fill.ts';
import { bodyTexts, filling, maximumOf, put, shapeOf, validAlphabets } from '../server/support/hostile-text.ts';
import { sized } from './sized.ts';
import { type Answered, addAnswer, type Load } from './soak.ts';

const idsPerCall = sized(12, 2);
/** They end the sessions or the records of the load. */
const ends = /logout|delete|remove|^end|cancel|close|password|changeEmail/i;

/** Stores the longest text that each field accepts, hard to draw, and opens every screen, document and export again. */
export async function openStoredTexts({ origins, tokens }: Load): Promise<Answered> {
  const answered: Answered = { answers: 0, faults: [] };
  const seen = new Set<string>();
  let sent = 0;
  const send = async (path: string, token: string | undefined, body?: unknown) => {
    sent += 1;
    const headers = {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.${sent % 250}.${Math.floor(sent / 250)}.1`,
      [idempotencyHeader]: `stored-${sent}`,
      Authorization: `Bearer ${token}`,
    };
    const request = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch((origins[sent % origins.length] ?? '') + path, { redirect: 'manual', ...request });
    const text = await answer.text();
    for (const [, id = ''] of text.matchAll(/"(?:id|\w+Id|number)":"([^"]{1,60})"/g)) seen.add(id);
    addAnswer(answered, path.slice(0, 60), answer.status);
  };
  const reads = registry.filter(({ method, mediaType }) => method === 'GET' && mediaType !== 'text/event-stream');
  const openAll = async () => {
    for (const call of reads) {
      const ids = call.path.includes('{') ? [...seen].slice(0, idsPerCall) : ['x'];
      for (const id of ids)
        for (const token of sized(tokens, tokens.slice(0, 1)))
          await send(`/api/${call.path.replace(/\{\w+\}/g, encodeURIComponent(id))}`, token);
    }
  };
  await openAll();
  const calls = registry.filter(({ method, name }) => method === 'POST' && !ends.test(name));
  for (const alphabet of sized<readonly string[]>(Object.values(validAlphabets), [validAlphabets.marks])) {
    for (const call of sized(calls, calls.slice(0, 20))) {
      const places = bodyTexts.filter((each) => each.call === call && maximumOf(call, each.place) >= 20);
      const ids = call.path.includes('{') ? [...seen].slice(0, idsPerCall) : ['x'];
      for (const id of places.length > 0 ? ids : []) {
        const valid = fill(shapeOf(call.body), id, 'text@example.org');
        const body = places.reduce<unknown>(
          (filled, { place }) => put(filled, place, filling(alphabet, maximumOf(call, place))),
          valid,
        );
        await send(`/api/${call.path.replace(/\{\w+\}/g, encodeURIComponent(id))}`, tokens[sent % tokens.length], body);
      }
    }
    await openAll();
  }
  return answered;
}
