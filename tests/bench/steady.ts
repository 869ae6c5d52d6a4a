import { Agent, type IncomingMessage, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { nextRandom, seedOf } from '../../src/lib/random.ts';

export type LatencyQuantiles = { readonly p50: number; readonly p99: number };

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

const quantileOf = (sorted: readonly number[], share: number) =>
  sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

export function readQuantiles(latencies: readonly number[]): LatencyQuantiles {
  const sorted = latencies.toSorted((left, right) => left - right);
  return { p50: quantileOf(sorted, 0.5), p99: quantileOf(sorted, 0.99) };
}

type Arrivals = {
  readonly perSecond: number;
  readonly count: number;
  /** The same seed gives the same times. */
  readonly seed: string;
};

/**
 * Sends requests at a steady rate and at random times, the same in each run, without waiting for earlier responses.
 * @param send gets the time at which the request was due, in `performance.now()` milliseconds
 */
export async function sendSteadily(
  { perSecond, count, seed }: Arrivals,
  send: (index: number, dueAt: number) => Promise<void>,
): Promise<void> {
  const holder = { random: seedOf(seed) };
  const answers: Promise<void>[] = [];
  let dueAt = performance.now();
  for (let index = 0; index < count; index += 1) {
    dueAt += (-Math.log(1 - nextRandom(holder)) * 1_000) / perSecond;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await new Promise((next) => setTimeout(next, waitMs));
    answers.push(send(index, dueAt));
  }
  await Promise.all(answers);
}

/** Reads at a steady rate. Latency counts from the scheduled time, in milliseconds. */
export async function loadSteadily(url: string, tokens: readonly string[], perSecond: number, seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const latencies: number[] = [];
  await sendSteadily({ perSecond, count: perSecond * seconds, seed: url }, async (index, dueAt) => {
    const status = await get(agent, url, tokens[index % tokens.length] ?? '');
    if (status !== 200) throw new Error(`${url} answered ${status}`);
    latencies.push(performance.now() - dueAt);
  });
  agent.destroy();
  return readQuantiles(latencies);
}
