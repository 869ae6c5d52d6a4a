import { appendFileSync } from 'node:fs';

// Preloaded into the server: records its CPU time and memory as a JSON line, by default once a second.
const { PROBE_FILE: file = '', PROBE_MS: everyMs = '1000' } = process.env;

setInterval(() => {
  const { user, system } = process.cpuUsage();
  const line = { atMs: performance.now(), cpuMs: (user + system) / 1_000, rss: process.memoryUsage.rss() };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}, Number(everyMs)).unref();
