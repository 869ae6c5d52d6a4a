import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { onEnd } from './clean-up.ts';
import { sized } from './sized.ts';
import { type Figure, figure } from './table.ts';

/** The least that a server in Node can do: it sends one body, without a look at the request. */
const plainServer = `
  const { createServer } = require('node:http');
  const body = require('node:fs').readFileSync(process.argv[1]);
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': body.length }).end(body);
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)));`;

async function startPlain(file: string): Promise<string> {
  const child = spawn(process.execPath, ['-e', plainServer, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  onEnd(() => child.kill('SIGKILL'));
  const [port] = await once(child.stdout, 'data');
  return `http://127.0.0.1:${port}`;
}

async function read(origin: string, path: string, seconds: number): Promise<number> {
  const requests = [{ method: 'GET' as const, path, headers: { 'Accept-Encoding': 'br' } }];
  const options = { url: origin, connections: 20, requests };
  const { default: autocannon } = await import('autocannon');
  await autocannon({ ...options, duration: sized(1, 0.1) });
  const { non2xx, errors, requests: answered } = await autocannon({ ...options, duration: seconds });
  if (non2xx > 0 || errors > 0) throw new Error(`${path}: ${non2xx} other responses and ${errors} without a response`);
  return answered.average;
}

/** Reads a guide from our server and its bytes from a server that does nothing else, in turns on the same machine. */
export async function measureSite(origin: string, seconds: number): Promise<Figure[]> {
  const page = readdirSync('dist').find((name) => name.endsWith('-connection-guide.html')) ?? '';
  const plain = await startPlain(`dist/${page}.br`);
  const address = `/${page.slice(0, -'.html'.length)}`;
  const rounds: { own: number; least: number }[] = [];
  for (let round = 0; round < sized(3, 1); round += 1)
    rounds.push({ own: await read(origin, address, seconds), least: await read(plain, '/', seconds) });
  const mean = (key: 'own' | 'least') => rounds.reduce((sum, round) => sum + round[key], 0) / rounds.length;
  return [
    figure('guide page', mean('own'), 'requests/s', { atLeast: 15_000 }),
    figure('its bytes from node:http alone', mean('least'), 'requests/s'),
    figure('guide page, share of node:http alone', (100 * mean('own')) / mean('least'), '%'),
  ];
}
