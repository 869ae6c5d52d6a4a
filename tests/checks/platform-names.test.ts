import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { platforms } from '#shared/catalog/platforms.ts';
import { listFiles } from './sources.ts';

/** Where a platform is named: its facts, its addresses, sample data, and the programs that connect it. */
const named =
  /^src\/(?:shared\/catalog\/platforms\.ts|routes(?:\.ts|\/)|bridge\/|server\/[^/]+\/(?:[^/]+\/)?seed[^/]*\.ts)/;

const quoted = new RegExp(`['"\`](?:${platforms.join('|')})['"\`]`, 'g');

test('nothing inside the site asks for a platform’s name: it asks for what a platform can do', () => {
  const wrong = listFiles('src')
    .filter((file) => /\.(?:tsx?|mjs|astro)$/.test(file) && !named.test(file))
    .flatMap((file) =>
      (
        readFileSync(file, 'utf8')
          .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
          .match(quoted) ?? []
      ).map((name) => `${file}: ${name}`),
    );
  expect(wrong).toEqual([]);
});
