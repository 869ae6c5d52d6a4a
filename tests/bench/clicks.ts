import { demoPassword } from '../../src/server/demo-people.ts';
import { type Figure, figure } from './table.ts';

const browsers = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const programs = ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.5.0', 'facebookexternalhit/1.1', ''];
const atOnce = 16;

type Day = { readonly clicks: number };

async function ask<Data>(origin: string, path: string, init: RequestInit): Promise<Data> {
  const answer = await fetch(`${origin}/api/${path}`, init);
  return ((await answer.json()) as { data: Data }).data;
}

async function readClicks(origin: string, token: string): Promise<number> {
  const { affiliate } = await ask<{ affiliate: { days: readonly Day[] } }>(origin, 'affiliate/data', {
    headers: { Authorization: `Bearer ${token}` },
  });
  return affiliate.days.reduce((sum, { clicks }) => sum + clicks, 0);
}

/**
 * Clicks of one affiliate's link from as many browsers, mixed with hits of programs, and prefetched pages whose script
 * never runs: how long each click takes, and whether exactly the clicks were counted. Needs TRUST_PROXY=1, because each
 * browser has an address of its own.
 */
export async function measureClicks(origin: string, clicks: number, others: number): Promise<Figure[]> {
  const signIn = await fetch(`${origin}/api/submit_login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'affiliate@example.com', password: demoPassword }),
  });
  const { token = '' } = (await signIn.json()) as { token?: string };
  const before = await readClicks(origin, token);
  const times: number[] = [];
  const total = clicks + others;
  let next = 0;
  async function visit(): Promise<void> {
    for (let index = next++; index < total; index = next++) {
      const isProgram = Math.floor((index * others) / total) !== Math.floor(((index + 1) * others) / total);
      const from = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
      if (isProgram && index % 2 === 0) {
        const prefetch = { 'Sec-Purpose': 'prefetch', 'X-Forwarded-For': from };
        await (await fetch(`${origin}/?ref=alain`, { headers: prefetch })).arrayBuffer();
        continue;
      }
      const agent = isProgram ? (programs[index % programs.length] ?? '') : browsers;
      const startedAt = performance.now();
      const answer = await fetch(`${origin}/api/affiliate/link/count`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'User-Agent': agent, 'X-Forwarded-For': from },
        body: JSON.stringify({ code: 'alain', browserSessionId: `bench-${index}`, page: '/' }),
      });
      await answer.arrayBuffer();
      if (!isProgram) times.push(performance.now() - startedAt);
      if (!answer.ok) throw new Error(`a click was answered with ${answer.status}`);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, visit));
  const counted = (await readClicks(origin, token)) - before;
  const p99 = times.toSorted((left, right) => left - right)[Math.floor(times.length * 0.99)] ?? 0;
  return [
    figure('clicks: 99 of 100 answered within', p99, 'ms', { atMost: 25 }),
    figure(`clicks: counted wrongly of ${clicks}, among ${others} other hits`, Math.abs(counted - clicks), '', {
      atMost: 0,
    }),
  ];
}
