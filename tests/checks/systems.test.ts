import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFiles } from './sources.ts';

const files = listFiles('.');

/** Ways to take a file's URL for its path: in a URL a space is `%20`, and on Windows a path starts with a drive. */
function findUrlsAsPaths(text: string): readonly string[] {
  const ofThisFile = [...text.matchAll(/\b(\w+)(?:: URL)? = new URL\([^;]*?import\.meta\.url\)/g)].map(
    ([, name]) => name,
  );
  const patterns = [
    /new URL\([^;]*?import\.meta\.url\)\s*\.(?:pathname|href\.(?:replace|slice|substring)\w*)/g,
    /\bimport\.meta\.url\s*\.(?:replace|slice|substring|split)\w*/g,
    /\b(?:dir|root|\w+Dir|fileURL|fileUrl)\.pathname\b/g,
    /\bpathToFileURL\([^;]*?\)\.pathname/g,
    /['"`]file:\/\/(?:['"`]|\$\{)/g,
    ...ofThisFile.map((name) => new RegExp(`\\b${name}\\.pathname\\b`, 'g')),
  ];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => found));
}

test('a file’s URL becomes a path through fileURLToPath, so that every folder’s name works', () => {
  const sources = listFiles('src', 'tests', 'astro.config.mjs').filter((file) =>
    /\.(?:ts|tsx|mjs|js|astro)$/.test(file),
  );
  const wrong = sources.flatMap((file) =>
    file === 'tests/checks/systems.test.ts'
      ? []
      : findUrlsAsPaths(readFileSync(file, 'utf8')).map((found) => `${file}: ${found}`),
  );
  expect(wrong).toEqual([]);
  const examples = [
    "const root = new URL('../..', import.meta.url).pathname;",
    "const here = new URL('.', import.meta.url);\nreadFileSync(here.pathname)",
    "const folder = import.meta.url.replace('file://', '');",
    'load(config.publicDir.pathname)',
    "['file://', path].join('')",
  ];
  for (const example of examples) expect(findUrlsAsPaths(example), example).not.toEqual([]);
});

test('file names differ by more than case, and Windows can have them', () => {
  const seen = Map.groupBy(files, (file) => file.toLowerCase());
  expect([...seen.values()].filter((same) => same.length > 1)).toEqual([]);
  const reserved = /(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.[^/]*)?(?:\/|$)/i;
  const wrong = (file: string) => /[<>:"|?*\\]|[. ](?:\/|$)/.test(file) || reserved.test(file) || file.length > 160;
  expect(files.filter(wrong)).toEqual([]);
});

test('commands need no shell: each is a program of src/tools for Node', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const wrong = Object.entries(scripts).filter(
    ([, command]) => !/^node src\/tools\/[\w-]+\.mjs(?: [\w:-]+)*$/.test(command),
  );
  expect(wrong).toEqual([]);
});
