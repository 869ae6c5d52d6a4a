import { Agent, type IncomingMessage, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { demoPassword } from '../../src/server/core/demo-people.ts';
import { sized } from './sized.ts';
import { readQuantiles, sendSteadily } from './steady.ts';
import { type Figure, figure } from './table.ts';

const browserUserAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const botUserAgents = ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.5.0', 'facebookexternalhit/1.1', ''];
/** 24,000 clicks a minute: a post seen by a million people, of whom 2.4 % open its link within the first minute. */
const peakPerSecond = 400;
const atFullLoad = { clicks: sized(10_000, 100), atOnce: 16 };

type Load = { readonly clicks: number; readonly others: number };
type Hit = { readonly isClick: boolean; send(): Promise<void> };
type Day = { readonly clicks: number };

async function fetchData<Data>(origin: string, path: string, init: RequestInit): Promise<Data> {
  const answer = await fetch(`${origin}/api/${path}`, init);
  return ((await answer.json()) as { data: Data }).data;
}

async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/submit_login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'affiliate@example.com', password: demoPassword }),
  });
  const { token = '' } = (await answer.json()) as { token?: string };
  return token;
}

async function readClicks(origin: string, token: string): Promise<number> {
  const { affiliate } = await fetchData<{ affiliate: { days: readonly Day[] } }>(origin, 'affiliate/data', {
    headers: { Authorization: `Bearer ${token}` },
  });
  return affiliate.days.reduce((sum, { clicks }) => sum + clicks, 0);
}

function send(agent: Agent, url: string, headers: Record<string, string>, body?: string): Promise<number> {
  return new Promise((done, fail) => {
    const read = (answer: IncomingMessage) => {
      answer.resume();
      answer.on('error', fail).on('end', () => done(answer.statusCode ?? 0));
    };
    const method = body === undefined ? 'GET' : 'POST';
    request(url, { agent, method, headers }, read).on('error', fail).end(body);
  });
}

/** A click, or one of the other hits spread evenly between clicks. Each comes from its own IP address. */
function createHit(origin: string, agent: Agent, index: number, { clicks, others }: Load): Hit {
  const total = clicks + others;
  const isBot = Math.floor((index * others) / total) !== Math.floor(((index + 1) * others) / total);
  const from = { 'X-Forwarded-For': `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}` };
  if (isBot && index % 2 === 0) {
    const headers = { 'Sec-Purpose': 'prefetch', ...from };
    return { isClick: false, send: async () => void (await send(agent, `${origin}/?ref=alain`, headers)) };
  }
  const userAgent = isBot ? (botUserAgents[index % botUserAgents.length] ?? '') : browserUserAgent;
  const headers = { 'Content-Type': 'application/json', 'User-Agent': userAgent, ...from };
  const body = JSON.stringify({ code: 'alain', browserSessionId: `bench-${index}`, page: '/' });
  return {
    isClick: !isBot,
    async send() {
      const status = await send(agent, `${origin}/api/affiliate/link/count`, headers, body);
      if (status !== 200) throw new Error(`a click got status ${status}`);
    },
  };
}

/** Clicks answered per second if each sender waits for a response before it sends the next click. */
async function sendAtFullLoad(hitAt: (index: number) => Hit): Promise<number> {
  let next = 0;
  const startedAt = performance.now();
  const work = async () => {
    for (let index = next++; index < atFullLoad.clicks; index = next++) await hitAt(index).send();
  };
  await Promise.all(Array.from({ length: atFullLoad.atOnce }, work));
  return (atFullLoad.clicks * 1_000) / (performance.now() - startedAt);
}

/** The milliseconds each click took, measured from the time it was due. */
async function sendAtPeak({ clicks, others }: Load, hitAt: (index: number) => Hit): Promise<readonly number[]> {
  const latencies: number[] = [];
  const count = clicks + others;
  const arrivals = { perSecond: (peakPerSecond * count) / clicks, count, seed: 'clicks' };
  await sendSteadily(arrivals, async (index, dueAt) => {
    const hit = hitAt(index);
    await hit.send();
    if (hit.isClick) latencies.push(performance.now() - dueAt);
  });
  return latencies;
}

/**
 * Clicks on one affiliate's link from as many browsers, mixed with hits by bots and prefetched pages whose script never
 * runs: how long each click takes, and whether exactly the clicks are counted.
 *
 * Visitors don't wait for each other, so hits arrive at random times at the peak rate, and a click's time counts from
 * when it was due, waiting included. Senders that wait for responses would measure only their own number divided by the
 * maximum throughput. That is a separate figure, measured first because a peak meets a server that is warmed up.
 * Needs TRUST_PROXY=1 for the browsers' IP addresses.
 * @param readCpuMs returns the CPU time that the server has used
 */
export async function measureClicks(origin: string, load: Load, readCpuMs: () => number): Promise<Figure[]> {
  const token = await signIn(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const before = await readClicks(origin, token);
  const offset = load.clicks + load.others;
  const perSecond = await sendAtFullLoad((index) =>
    createHit(origin, agent, offset + index, { clicks: atFullLoad.clicks, others: 0 }),
  );
  const usedMs = readCpuMs();
  const { p50, p99 } = readQuantiles(await sendAtPeak(load, (index) => createHit(origin, agent, index, load)));
  const eachMs = (readCpuMs() - usedMs) / load.clicks;
  const sent = load.clicks + atFullLoad.clicks;
  const counted = (await readClicks(origin, token)) - before;
  agent.destroy();
  return [
    figure(`clicks: p99 at ${peakPerSecond}/s`, p99, 'ms', { atMost: 25 }),
    figure(`clicks: p50 at ${peakPerSecond}/s`, p50, 'ms'),
    figure('clicks: CPU time per click, other hits included', eachMs * 1_000, 'µs'),
    figure(`clicks: maximum throughput with ${atFullLoad.atOnce} senders`, perSecond, 'clicks/s'),
    figure(`clicks: miscounted of ${sent}, among ${load.others} other hits`, Math.abs(counted - sent), '', {
      atMost: 0,
    }),
  ];
}
