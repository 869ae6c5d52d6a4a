import { expect, test } from 'vitest';
import { lintProofs, proofsFile, recordProofs } from '#content/lint-proofs.ts';

const entry = (by: string, says: string) =>
  `# Head\n\n- in: faq/1-1-close\n  says: ${JSON.stringify(says)}\n  by: ${JSON.stringify(by)}\n  seen: ""\n`;

const aTest = `describe('an account', () => {
  test.each([['GC', 1]])(
    'closes at its breach: %s',
    (code) => {
      expect(close(code)).toBe(true);
    },
  );

  test('opens again after a reset', () => {
    expect(open()).toBe(true);
  });
});
`;

function site(by: string, says = 'closes at once') {
  const files: Record<string, string> = {
    [proofsFile]: entry(by, says),
    'content/faq/en/1-1-close.md': 'An account closes at once at its breach.\n',
    'tests/unit/close.test.ts': aTest,
    'content/catalog/days.yaml': 'versions: { v2: { days: 3 }, v1: { days: 5 } }\n',
  };
  const tree = { list: () => [], read: (file: string) => files[file] ?? '' };
  files[proofsFile] = recordProofs(tree);
  const change = (file: string, from: string, to: string) => {
    files[file] = files[file]?.replace(from, to) ?? '';
  };
  const keep = (list: string) => {
    files[proofsFile] = list;
  };
  return { change, keep, errors: () => lintProofs(tree).map(({ text }) => text), record: () => recordProofs(tree) };
}

const byTest = 'tests/unit/close.test.ts: closes at its breach';

test('a sentence whose test changes is reported until somebody records that it is still true', () => {
  const { change, errors, record, keep } = site(byTest);
  expect(errors()).toEqual([]);
  change('tests/unit/close.test.ts', 'expect(close(code)).toBe(true)', 'expect(close(code)).toBe(false)');
  expect(errors()).toEqual([
    `content/faq/en/1-1-close.md: “closes at once” is proven by ${byTest}, which has changed: compare it in every language, then run npm run content -- --record`,
  ]);
  keep(record());
  expect(errors()).toEqual([]);
});

test('its cases count, and a test beside it doesn’t', () => {
  const { change, errors } = site(byTest);
  change('tests/unit/close.test.ts', 'expect(open())', 'expect(reopen())');
  expect(errors()).toEqual([]);
  change('tests/unit/close.test.ts', "['GC', 1]", "['GC', 2]");
  expect(errors()).toHaveLength(1);
});

test('a figure that changes is reported, another one isn’t', () => {
  const { change, errors } = site('content/catalog/days.yaml: versions.v2.days');
  change('content/catalog/days.yaml', 'v1: { days: 5 }', 'v1: { days: 6 }');
  expect(errors()).toEqual([]);
  change('content/catalog/days.yaml', 'v2: { days: 3 }', 'v2: { days: 4 }');
  expect(errors()[0]).toContain('versions.v2.days, which has changed');
});

test('a sentence that is gone, and a proof that is gone, are reported', () => {
  const rewritten = site(byTest);
  rewritten.change('content/faq/en/1-1-close.md', 'at once', 'later');
  expect(rewritten.errors()[0]).toContain('doesn’t say “closes at once”');
  const renamed = site(byTest);
  renamed.change('tests/unit/close.test.ts', 'closes at its breach', 'ends at its breach');
  expect(renamed.errors()[0]).toContain('which doesn’t exist: name what proves it now');
});
