import { readdirSync } from 'node:fs';
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
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap(
    (file) => /^(.+)\.test\.ts$/.exec(file)?.[1] ?? [],
  );
  const unknown = Object.values(choice)
    .flat()
    .filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`tests/${suite} has no ${unknown.join(', ')}`);
  const isFast = (name: string) => ('fast' in choice ? choice.fast.includes(name) : !choice.slow.includes(name));
  return names
    .filter((name) => !TEST_SET || isFast(name) === (TEST_SET === 'fast'))
    .map((name) => `tests/${suite}/${name}.test.ts`);
}
