import { Agent, type IncomingMessage, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { nextRandom, seedOf } from '../../src/lib/random.ts';

export type Steady = { readonly p50: number; readonly p99: number };

function get(agent: Agent, url: string, token: string): Promise<number> {
  return new Promise((done, fail) => {
    const read = (response: IncomingMessage) => {
      response.resume();
      response.on('end', () => done(response.statusCode ?? 0));
      response.on('error', fail);
    };
    request(url, { agent, headers: { Authorization: `Bearer ${token}` } }, read)
      .on('error', fail)
      .end();
  });
}

const part = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

/**
 * Sends requests at a steady rate, independent of earlier answers: at random moments, the same in each run.
 * Latency counts from the scheduled time, in milliseconds.
 */
export async function loadSteadily(url: string, tokens: readonly string[], perSecond: number, seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const holder = { random: seedOf(url) };
  const latencies: number[] = [];
  const answers: Promise<void>[] = [];
  const startedAt = performance.now();
  let dueMs = 0;
  for (let index = 0; dueMs < seconds * 1_000; index += 1) {
    dueMs += (-Math.log(1 - nextRandom(holder)) * 1_000) / perSecond;
    const dueAt = startedAt + dueMs;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await new Promise((next) => setTimeout(next, waitMs));
    const answer = get(agent, url, tokens[index % tokens.length] ?? '').then((status) => {
      if (status !== 200) throw new Error(`${url} answered ${status}`);
      latencies.push(performance.now() - dueAt);
    });
    answers.push(answer);
  }
  await Promise.all(answers);
  agent.destroy();
  const sorted = latencies.toSorted((left, right) => left - right);
  return { p50: part(sorted, 0.5), p99: part(sorted, 0.99) } satisfies Steady;
}
