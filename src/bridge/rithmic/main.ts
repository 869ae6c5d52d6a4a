import { runProgram } from '../core/run-program.ts';
import { createRithmicAdapter } from './adapter.ts';
import { readSettings } from './settings.ts';

await runProgram({
  ...{ file: 'rithmic-bridge.mjs', folder: './rithmic-data', port: 8703 },
  ...{ readSettings, connect: createRithmicAdapter },
});
