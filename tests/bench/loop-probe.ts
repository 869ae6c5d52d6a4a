import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

// Preloaded into the server under load: records the longest time its event loop was blocked in each second.
const { LOOP_FILE: file = '' } = process.env;
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();

setInterval(() => {
  appendFileSync(file, `${Math.round(delay.max / 1e6)}\n`);
  delay.reset();
}, 1_000).unref();
