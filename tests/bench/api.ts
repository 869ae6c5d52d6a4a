import autocannon from 'autocannon';
import { type Figure, figure } from './table.ts';

const seconds = 8;
const steadyRate = 200;

type Load = { readonly connections: number; readonly overallRate?: number };

async function load(origin: string, path: string, tokens: readonly string[], { connections, overallRate }: Load) {
  const bearers = tokens.length > 0 ? tokens.map((token) => ({ Authorization: `Bearer ${token}` })) : [{}];
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    ...(overallRate ? { overallRate } : {}),
    requests: bearers.map((headers) => ({ method: 'GET', path, headers })),
  });
  // An answer that refuses is quick, and would flatter the figure.
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${path}: ${result.non2xx} answers were refusals and ${result.errors} did not come`);
  }
  return result;
}

/**
 * @param tokens the persons who read, in turn
 * @param judged whether the figures to reach, which are those of PostgreSQL, hold here
 */
export async function measureApi(
  origin: string,
  tokens: readonly string[],
  where: string,
  judged: boolean,
): Promise<Figure[]> {
  const accounts = '/api/account/data';
  await load(origin, accounts, tokens, { connections: 4, overallRate: steadyRate });
  const steady = await load(origin, accounts, tokens, { connections: 10, overallRate: steadyRate });
  const full = await load(origin, accounts, tokens, { connections: 10 });
  const open = await load(origin, '/api/packages/fetch', [], { connections: 10 });
  return [
    figure(`${where}: accounts, p99 at ${steadyRate}/s`, steady.latency.p99, 'ms', judged ? { atMost: 25 } : {}),
    figure(`${where}: accounts, p50 at ${steadyRate}/s`, steady.latency.p50, 'ms'),
    figure(`${where}: accounts, at most`, full.requests.average, 'requests/s', judged ? { atLeast: steadyRate } : {}),
    figure(`${where}: packages, at most`, open.requests.average, 'requests/s'),
  ];
}
