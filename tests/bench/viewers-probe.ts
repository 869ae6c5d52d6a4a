import { appendFileSync } from 'node:fs';

// Preloaded into the server: notes its processor time and memory, one JSON line a second.
const { PROBE_FILE: file = '' } = process.env;

setInterval(() => {
  const { user, system } = process.cpuUsage();
  const line = { atMs: performance.now(), cpuMs: (user + system) / 1_000, rss: process.memoryUsage.rss() };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}, 1_000).unref();
