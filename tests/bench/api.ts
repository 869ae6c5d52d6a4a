import autocannon from 'autocannon';
import { loadSteadily } from './steady.ts';
import { type Figure, figure } from './table.ts';

const seconds = 8;
const steadyRate = 200;

async function load(origin: string, path: string, tokens: readonly string[]) {
  const bearers = tokens.length > 0 ? tokens.map((token) => ({ Authorization: `Bearer ${token}` })) : [{}];
  const result = await autocannon({
    url: origin,
    connections: 10,
    duration: seconds,
    requests: bearers.map((headers) => ({ method: 'GET', path, headers })),
  });
  // Error answers are fast and would flatter the figure.
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${path}: ${result.non2xx} answers were refusals and ${result.errors} did not come`);
  }
  return result;
}

/**
 * @param tokens of the people who read, in rotation
 * @param judged whether the PostgreSQL targets apply to this run
 */
export async function measureApi(
  origin: string,
  tokens: readonly string[],
  where: string,
  judged: boolean,
): Promise<Figure[]> {
  const accounts = '/api/account/data';
  await loadSteadily(`${origin}${accounts}`, tokens, steadyRate, seconds);
  const steady = await loadSteadily(`${origin}${accounts}`, tokens, steadyRate, 2 * seconds);
  const full = await load(origin, accounts, tokens);
  const open = await load(origin, '/api/packages/fetch', []);
  return [
    figure(`${where}: accounts, p99 at ${steadyRate}/s`, steady.p99, 'ms', judged ? { atMost: 25 } : {}),
    figure(`${where}: accounts, p50 at ${steadyRate}/s`, steady.p50, 'ms'),
    figure(`${where}: accounts, at most`, full.requests.average, 'requests/s', judged ? { atLeast: steadyRate } : {}),
    figure(`${where}: packages, at most`, open.requests.average, 'requests/s'),
  ];
}
