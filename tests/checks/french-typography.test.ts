import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { listFiles } from './sources.ts';

const faults: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/[^\s|] [:;?!»%](?=[\s"*_).,]|$)|[\p{L}\d})*”][:;?!»](?=[\s"*]|$)/u, 'a no-break space before : ; ? ! » %'],
  [/«(?![\u00a0\u202f])/, 'a no-break space after «'],
  [/\d \d{3}(?!\d)|[\d}] (?:h\b|[$€])/, 'a no-break space inside numbers and before h, $ and €'],
  [/\p{L}'\p{L}/u, 'the apostrophe ’'],
];

/** A text without its keys, code and addresses, whose marks are not French. */
const proseOf = (text: string) =>
  text
    .replace(/^searchTerms:.*/gm, '')
    .replace(/^ *(?:- )?"?[\w.-]+"?:(?= |$)|\b(?:at|text): (?=")|^( *- )\{ at:/gm, '$1')
    .replace(/`[^`]*`|\]\([^)]*\)|https?:[^\s)]+|\{\{.*?\}\}/g, '}');

/** The French values of a file in several languages. */
const frenchOf = (value: unknown): string[] =>
  Object.entries(typeof value === 'object' && value !== null ? value : {}).flatMap(([key, each]) =>
    key === 'fr' && typeof each === 'string' ? [each] : frenchOf(each),
  );

function readFrench(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.yaml')) return frenchOf(parse(text)).join('\n');
  return file.endsWith('.ts') ? [...text.matchAll(/\bfr: (['"].*['"])/g)].map(([, value]) => value).join('\n') : text;
}

test('French texts keep marks and numbers with the word before them, and use the French apostrophe', () => {
  const files = listFiles('content', 'public/locales/fr', 'src/server').filter((file) =>
    /\/fr\/.*\.(?:md|json)$|\.yaml$|seed\.ts$/.test(file),
  );
  const found = files.flatMap((file) =>
    proseOf(readFrench(file))
      .split('\n')
      .flatMap((line) =>
        faults.flatMap(([pattern, advice]) => {
          const [fault] = pattern.exec(line) ?? [];
          return fault === undefined ? [] : [`${file}: ${line.slice(0, 80)}: needs ${advice} (${fault})`];
        }),
      ),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(found).toEqual([]);
});

test('the colon between a label and its value is that of the language', () => {
  const files = listFiles('src/app', 'src/components', 'src/layouts', 'src/pages', 'src/ui').filter((file) =>
    /\.(?:astro|tsx)$/.test(file),
  );
  const found = files.filter((file) => /[^\s{]\}: (?:\$?\{|<)|">: \{/.test(readFileSync(file, 'utf8')));
  expect(found).toEqual([]);
});
