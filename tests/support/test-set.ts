import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const { TEST_SET } = process.env;

/** Names of test files, without `.test.ts`: those that npm test runs, or those that it leaves out. */
type Choice = { readonly fast: readonly string[] } | { readonly slow: readonly string[] };

/**
 * The test files of a suite that belong to this run: TEST_SET is `fast` in npm test, `rest` for what npm run test:all
 * adds, and unset for all of them.
 * @throws if a chosen name is no file's
 */
export function filesInRun(suite: string, choice: Choice): string[] {
  const folder = fileURLToPath(new URL(`../${suite}`, import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.test.ts'));
  const nameOf = (file: string) => basename(file, '.test.ts');
  const names = new Set(files.map(nameOf));
  const unknown = Object.values(choice)
    .flat()
    .filter((name) => !names.has(name));
  if (unknown.length > 0) throw new Error(`tests/${suite} has no ${unknown.join(', ')}`);
  const isFast = (name: string) => ('fast' in choice ? choice.fast.includes(name) : !choice.slow.includes(name));
  return files
    .filter((file) => !TEST_SET || isFast(nameOf(file)) === (TEST_SET === 'fast'))
    .map((file) => `tests/${suite}/${file.replaceAll('\\', '/')}`);
}
