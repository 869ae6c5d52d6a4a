import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFiles } from './sources.ts';

/** The widths, in rem, at which a layout may change: queries can't read properties. */
const breakpoints = ['36rem', '48rem', '64rem', '80rem'];
const home = 'src/styles/tokens-scale.css';
/** Geometry is computed for text inside drawings, so its size is no step of the scale. */
const drawing = '--text-drawing';
const tokens = [...readFileSync(home, 'utf8').matchAll(/(--(?:text|line)-[\w-]+):/g)].map(([, name = '']) => name);

/** Without what the server writes, which has no stylesheet: mails, files, pictures, pages of last resort. */
const files = listFiles('src').filter(
  (file) => /\.(?:css|astro|tsx?)$/.test(file) && !/^src\/(?:server|build|bridge|tools)\//.test(file),
);

/** Points are for paper. */
const allowed = {
  'font-size': /^(?:inherit|[\d.]+pt|var\((--text-[\w-]+)\))$/,
  'line-height': /^(?:inherit|var\((--line-[\w-]+)\)|calc\(var\((--line-[\w-]+)\) \* var\((--text-[\w-]+)\)\))$/,
  font: /^inherit$/,
} as const;

function findLiterals(text: string): string[] {
  const declared = [...text.matchAll(/(?<![\w-])(font-size|line-height|font): *([^;}"'`]+)[;}"'`]/g)];
  const literal = declared.filter(([, property, value = '']) => {
    const match = allowed[property as keyof typeof allowed].exec(value.trim());
    return !match || match.slice(1).some((name) => name !== undefined && !tokens.includes(name));
  });
  const widths = [...text.matchAll(/(?<![\w-])(?:(?:min|max)-)?width *(?::|[<>]=?) *([\d.]+\w+)(?= *[)<>])/g)];
  return [
    ...literal.map(([whole]) => whole),
    ...widths.filter(([, width = '']) => !breakpoints.includes(width)).map(([whole]) => whole),
    ...(text.match(/style=\{\{[^}]*\b(?:fontSize|lineHeight|font):[^}]*/g) ?? []),
  ];
}

test('the scale has seven sizes and five line heights, set in one place', () => {
  const count = (kind: string) => tokens.filter((name) => name.startsWith(kind) && name !== drawing).length;
  expect([count('--text-'), count('--line-'), breakpoints.length]).toEqual([7, 5, 4]);
  const setElsewhere = files.filter(
    (file) => file !== home && tokens.some((name) => readFileSync(file, 'utf8').includes(`${name}:`)),
  );
  expect(setElsewhere).toEqual([]);
});

test('stylesheets take sizes, line heights and breakpoints from the scale', () => {
  const found = files.flatMap((file) => findLiterals(readFileSync(file, 'utf8')).map((each) => `${file}: ${each}`));
  expect(found).toEqual([]);
});

test.each([
  'a { font-size: 1rem; }',
  'a { font-size: var(--text-16); }',
  'a { font: 600 15px/1.4 serif; }',
  'a { line-height: 1.3 }',
  '<p style="font-size: 12px">',
  '<p style={{ fontSize: 12 }}>',
  '@media (min-width: 60rem) {',
  '@container (width < 47.99rem) {',
  "matchMedia('(max-width: 480px)')",
])('the check finds the literal in %s', (text) => {
  expect(findLiterals(text)).toHaveLength(1);
});
