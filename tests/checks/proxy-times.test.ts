import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hourMs, minuteMs, secondMs } from '#lib/durations.ts';
import { answerWithinMs, fileWithinMs } from '#server/core/http/limit-time.ts';
import { serverOptions } from '#server/listen.ts';
import { registry } from '#shared/firm/registry.ts';

const nginx = readFileSync('deploy/nginx.conf', 'utf8');
const nginxDefaultMs = 60 * secondMs;
const units: Readonly<Record<string, number>> = { s: secondMs, m: minuteMs, h: hourMs };

/** How long a block of nginx waits for an answer; NaN where it doesn't say. */
function waitOf(block: string): number {
  const [, amount = '', unit = ''] = /^\s*proxy_read_timeout (\d+)([smh]);$/m.exec(block) ?? [];
  return Number(amount || Number.NaN) * (units[unit] ?? Number.NaN);
}

const blocks = /\tlocation (=|~)? ?(\S+) \{\n([\s\S]*?)\n\t\}/g;
const everywhere = waitOf(nginx.replace(blocks, '')) || nginxDefaultMs;
const locations = [...nginx.matchAll(blocks)].map(([, kind = '', pattern = '', block = '']) => ({
  isOf: (path: string) =>
    kind === '~' ? new RegExp(pattern).test(path) : kind === '=' ? path === pattern : path.startsWith(pattern),
  waitMs: waitOf(block) || everywhere,
}));

/** In whichever place nginx serves it. */
const shortestWait = (path: string) =>
  Math.min(...locations.filter(({ isOf }) => isOf(path)).map(({ waitMs }) => waitMs));

const calls = registry.map(({ path, mediaType }) => {
  const url = `/api/${path.replace(/\{\w+\}/g, 'a1')}`;
  // Calls that answer with a file or a stream, which the app gives more time.
  return { url, neededMs: mediaType === null ? answerWithinMs : fileWithinMs, waitMs: shortestWait(url) };
});

test('nginx waits for every call of the contract longer than the app does', () => {
  expect(calls.some(({ neededMs }) => neededMs === fileWithinMs)).toBe(true);
  expect(calls.filter(({ neededMs, waitMs }) => !(waitMs > neededMs))).toEqual([]);
});

test('Caddy, which waits without limit by default, has no time limit set', () => {
  expect(readFileSync('deploy/Caddyfile', 'utf8').match(/\w*(?:timeout|deadline)\w*/g)).toEqual(['health_timeout']);
});

test('a connection that a browser opened ahead is the browser’s to close', () => {
  // Chromium’s ClientSocketPool drops unused ones after 10 s, and looks for them every 10 s.
  const keptMs = 20 * secondMs;
  expect(serverOptions.headersTimeout).toBeGreaterThan(keptMs + serverOptions.connectionsCheckingInterval);
});
