import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mergeConfig } from 'vitest/config';

/** A suite's own configuration, with a record of the mutants that its files reach. */
const own = await import(pathToFileURL(resolve('tests', process.env.MUTATION_SUITE, 'vitest.config.ts')).href);
export default mergeConfig(own.default, { test: { setupFiles: ['tests/mutation/record-reached.mjs'] } });
