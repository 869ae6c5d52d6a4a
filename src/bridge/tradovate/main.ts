import { runProgram } from '../core/run-program.ts';
import { createTradovateAdapter } from './adapter.ts';
import { readSettings } from './settings.ts';

await runProgram({
  ...{ file: 'tradovate-bridge.mjs', folder: './tradovate-data', port: 8701 },
  ...{ readSettings, connect: createTradovateAdapter },
});
