import { checkAuth } from '../../src/shared/people/contract-session.ts';
import { isShort } from './sized.ts';
import { loadSteadily } from './steady.ts';
import { type Figure, figure } from './table.ts';

const steadyRate = 200;

type Reads = {
  /** Of the people who read, in rotation. */
  readonly tokens: readonly string[];
  readonly database: string;
  readonly seconds: number;
  /** Whether the PostgreSQL targets apply to this run. */
  readonly hasTargets?: true;
};

/** Visitors of public calls, which are limited per network; the server must trust a proxy. */
const visitors = Array.from({ length: 250 }, (_, index) => ({ 'X-Forwarded-For': `10.0.0.${index + 1}` }));

type Load = Pick<Reads, 'tokens' | 'seconds'> & { readonly method?: 'GET' | 'POST' };

async function load(origin: string, path: string, { tokens, seconds, method = 'GET' }: Load) {
  const bearers = tokens.length > 0 ? tokens.map((token) => ({ Authorization: `Bearer ${token}` })) : visitors;
  const { default: autocannon } = await import('autocannon');
  const result = await autocannon({
    url: origin,
    connections: 10,
    duration: seconds,
    requests: bearers.map((headers) => ({
      method,
      path,
      // As browsers send a POST without a body.
      headers: { ...headers, 'Accept-Encoding': 'gzip, br', ...(method === 'POST' ? { 'Content-Length': '0' } : {}) },
    })),
  });
  // Error responses are fast and would make the figure look better.
  if (result.non2xx > 0 || (result.errors > 0 && !isShort)) {
    throw new Error(`${path}: ${result.non2xx} error responses and ${result.errors} without a response`);
  }
  return result;
}

export async function measureApi(origin: string, reads: Reads): Promise<Figure[]> {
  const { tokens, database, seconds, hasTargets } = reads;
  const accounts = '/api/account/data?history=none';
  await loadSteadily(`${origin}${accounts}`, tokens, steadyRate, seconds);
  const steady = await loadSteadily(`${origin}${accounts}`, tokens, steadyRate, 2 * seconds);
  const check = await load(origin, `/api/${checkAuth.path}`, { ...reads, method: checkAuth.method });
  const full = await load(origin, accounts, reads);
  const open = await load(origin, '/api/packages/fetch', { tokens: [], seconds });
  return [
    figure(`${database}: accounts, p99 at ${steadyRate}/s`, steady.p99, 'ms', hasTargets ? { atMost: 25 } : {}),
    figure(`${database}: accounts, p50 at ${steadyRate}/s`, steady.p50, 'ms'),
    figure(`${database}: accounts, maximum throughput`, full.requests.average, 'requests/s', {
      atLeast: hasTargets ? steadyRate : 500,
    }),
    figure(`${database}: token check, maximum throughput`, check.requests.average, 'requests/s', {
      atLeast: hasTargets ? 8_000 : 6_000,
    }),
    figure(`${database}: packages, maximum throughput`, open.requests.average, 'requests/s'),
  ];
}
