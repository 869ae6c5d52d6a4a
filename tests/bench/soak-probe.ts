import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Preloaded into the server under load: records its memory after a full garbage collection, one JSON line each time.
const { SOAK_FILE: file = '', SOAK_EVERY_MS: everyMs = '10000' } = process.env;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

setInterval(() => {
  collect();
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  const seconds = Math.round(process.uptime());
  appendFileSync(file, `${JSON.stringify({ seconds, rss, heapUsed, external, arrayBuffers })}\n`);
}, Number(everyMs)).unref();
