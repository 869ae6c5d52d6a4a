import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Preloaded into the server under load: each time one JSON line with its memory and the longest block of its event loop.
// Blocks are in processor time of the main thread, so that other programs on the machine don't count.
const { LOAD_FILE: file = '', LOAD_EVERY_MS: everyMs = '1000', LOAD_COLLECT: collects } = process.env;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What the loop uses between two timers is one block, or several that together are as short as this. */
const tickMs = 5;
const readThreadMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
let usedMs = readThreadMs();
let longest = { blockMs: 0, after: '' };
let request = '';
subscribe('http.server.request.start', (message) => {
  const { method, url } = (message as { request: { method: string; url: string } }).request;
  request = `${method} ${url.slice(0, 60)}`;
});

setInterval(() => {
  const nowMs = readThreadMs();
  if (nowMs - usedMs > longest.blockMs) longest = { blockMs: nowMs - usedMs, after: request };
  usedMs = nowMs;
}, tickMs).unref();

setInterval(() => {
  if (collects) collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  appendFileSync(file, `${JSON.stringify({ atMs: Date.now(), rss, heapUsed, external, ...longest })}\n`);
  longest = { blockMs: 0, after: '' };
  usedMs = readThreadMs();
}, Number(everyMs)).unref();
