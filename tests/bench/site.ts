import { readdirSync } from 'node:fs';
import { type Peer, startNginx, startPlain, startSirv } from './site-peers.ts';
import { isShort, sized } from './sized.ts';
import { type Figure, figure } from './table.ts';

async function read({ origin }: Peer, path: string, seconds: number): Promise<number> {
  // Debian's nginx has no brotli, so all of them send gzip.
  const requests = [{ method: 'GET' as const, path, headers: { 'Accept-Encoding': 'gzip' } }];
  const options = { url: origin, connections: 20, requests };
  const { default: autocannon } = await import('autocannon');
  await autocannon({ ...options, duration: sized(1, 0.1) });
  const { non2xx, errors, requests: answered } = await autocannon({ ...options, duration: seconds });
  if (non2xx > 0 || (errors > 0 && !isShort))
    throw new Error(`${path}: ${non2xx} other responses and ${errors} without a response`);
  return answered.average;
}

/** Reads a guide from our server and from others, in turns on the same machine. */
export async function measureSite(origin: string, seconds: number): Promise<Figure[]> {
  const page = readdirSync('dist').find((name) => name.endsWith('-connection-guide.html')) ?? '';
  const own: Peer = { name: 'our server', origin };
  const [least, nginx] = [await startPlain(`dist/${page}.gz`), await startNginx()];
  const peers = [own, least, await startSirv(), ...(nginx ? [nginx] : [])];
  const rates = new Map<Peer, number>(peers.map((peer) => [peer, 0]));
  const rounds = sized(3, 1);
  for (let round = 0; round < rounds; round += 1) {
    for (const peer of peers) {
      const rate = await read(peer, `/${page.slice(0, -'.html'.length)}`, seconds);
      rates.set(peer, (rates.get(peer) ?? 0) + rate / rounds);
    }
  }
  const shareOf = (peer: Peer) => (100 * (rates.get(own) ?? 0)) / (rates.get(peer) ?? 0);
  return [
    ...peers.map((peer) =>
      figure(`guide page: ${peer.name}`, rates.get(peer) ?? 0, 'requests/s', peer === own ? { atLeast: 15_000 } : {}),
    ),
    ...peers.slice(1).map((peer) => figure(`guide page: our server’s share of ${peer.name}`, shareOf(peer), '%')),
    ...(nginx ? [] : [{ what: 'guide page: nginx', measured: 'not measured: Debian’s package nginx isn’t installed' }]),
  ];
}
