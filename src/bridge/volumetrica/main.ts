import { runProgram } from '../core/run-program.ts';
import { createVolumetricaAdapter } from './adapter.ts';
import { readSettings } from './settings.ts';

await runProgram({
  ...{ file: 'volumetrica-bridge.mjs', folder: './volumetrica-data', port: 8702 },
  ...{ readSettings, connect: createVolumetricaAdapter },
});
