import { expect, test } from 'vitest';
import { lintProofs, proofsFile, recordProofs } from '#content/lint-proofs.ts';

const entry = (by: string, says: string) =>
  `# Head\n\n- by: ${JSON.stringify(by)}\n  seen: ""\n  says: { faq/1-1-close: [${JSON.stringify(says)}] }\n`;

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
    'content/catalog/days.yaml': 'versions: { v2: { days: 3 }, v1: { days: 5 } }\nrows: [{ code: ES, fee: 2 }]\n',
  };
  const list = (folder: string) => (folder === 'content/faq' ? ['en/1-1-close.md'] : []);
  const tree = { list, read: (file: string) => files[file] ?? '' };
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
    `content/proofs.yaml:3: ${byTest}, which proves sentences in faq/1-1-close, has changed: compare them in every language, then run npm run content -- --record`,
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
  expect(errors()[0]).toContain('versions.v2.days, which proves sentences in faq/1-1-close, has changed');
});

test('a sentence that is gone, and a proof that is gone, are reported', () => {
  const rewritten = site(byTest);
  rewritten.change('content/faq/en/1-1-close.md', 'at once', 'later');
  expect(rewritten.errors()[0]).toContain('doesn’t say “closes at once”');
  const renamed = site(byTest);
  renamed.change('tests/unit/close.test.ts', 'closes at its breach', 'ends at its breach');
  expect(renamed.errors()[0]).toContain('doesn’t exist: name what proves them now');
});

test('the value of a row is found by its code', () => {
  const { change, errors } = site('content/catalog/days.yaml: rows.ES.fee');
  expect(errors()).toEqual([]);
  change('content/catalog/days.yaml', 'fee: 2', 'fee: 3');
  expect(errors()).toHaveLength(1);
});

test.each([
  ['It takes 3 days.', true],
  ['We never ask twice.', true],
  ['It is open within minutes.', true],
  ['It takes {{payouts.days}} days, [as here](/faq/detail/1/27).', false],
  ['A 50K follows the S&P 500, by section 2.', false],
  ['Never share your password.', false],
  ['It takes some days.', false],
])('the sentence “%s” needs an owner: %s', (sentence, isClaim) => {
  const { change, errors } = site(byTest);
  change('content/faq/en/1-1-close.md', 'at its breach.', `at its breach. ${sentence}`);
  expect(errors().map((text) => text.slice(0, 45))).toEqual(
    isClaim ? ['content/faq/en/1-1-close.md:1: nothing proves'] : [],
  );
});
