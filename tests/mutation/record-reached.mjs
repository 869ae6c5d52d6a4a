import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';

/** Writes which mutants a test file reaches, and which the modules reach while they load, as Stryker counts them. */
const folder = process.env.MUTATION_COVERAGE;
if (folder) {
  globalThis.__stryker__ ??= {};
  const namespace = globalThis.__stryker__;
  // Until the file's own tests start, modules load.
  namespace.currentTestId = undefined;
  beforeAll(() => {
    namespace.currentTestId = expect.getState().testPath;
  });
  afterAll(() => {
    const { static: loaded = {}, perTest = {} } = namespace.mutantCoverage ?? {};
    const file = namespace.currentTestId;
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify({ file, hits: perTest[file] ?? {}, loaded }));
  });
}
