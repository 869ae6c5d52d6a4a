import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commands, operatorCommands } from '#tools/commands.mjs';
import { testCommands } from '../runner/commands.mjs';
import { listFiles } from './sources.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> };
const tables: readonly Readonly<Record<string, object>>[] = [commands, testCommands, operatorCommands];
const subcommandsOf = (name: string) => tables.flatMap((table) => Object.keys(table[name] ?? {}));

const texts = listFiles('.').filter((path) => /\.(?:md|ya?ml|[cm]?[jt]sx?|astro|sql|json)$|^\.ci\//.test(path));
/** A subcommand of `$` is put in by the code around it. */
const ownPattern = /\bnpm (?:run (?:--\S+ )?)?([a-z]+(?::[a-z]+)*)(?: -- ([a-z$][a-z-]*))?/g;
const npmOwn = ['start', 'run', 'ci', 'install', 'sbom', 'exec', 'pack'];

test('every npm command in a document, a message or a comment exists, with its subcommand', () => {
  const faults = texts.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(ownPattern)].flatMap(([said, name = '', subcommand]) => {
      if (!said.startsWith('npm run') && scripts[name] === undefined) return [];
      if (npmOwn.includes(name)) return [];
      const known = subcommandsOf(name);
      const isMissing =
        scripts[name] === undefined || (known.length > 1 && !known.includes(subcommand ?? '') && subcommand !== '$');
      return isMissing ? [`${path}: ${said}`] : [];
    }),
  );
  expect(faults).toEqual([]);
});

test('package.json offers the commands that exist', () => {
  const own = Object.entries(scripts).filter(([, script]) => script.includes('run.mjs'));
  for (const [name, script] of own) expect(script).toBe(`node src/tools/run.mjs ${name}`);
  expect(own.map(([name]) => name).toSorted()).toEqual(
    [...new Set(tables.flatMap((table) => Object.keys(table)))].toSorted(),
  );
});
