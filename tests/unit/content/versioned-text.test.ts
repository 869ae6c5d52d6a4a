import { expect, test } from 'vitest';
import { lintComing, lintUpdated } from '#content/lint-review.ts';
import { findInForce, isVersionedText, needsNewVersion, readDated } from '#content/versioned-text.ts';

const text = (version: string, body: string, effectiveFrom = '2026-09-01', title = 'Terms') =>
  `---\ntitle: "${title}"\nversion: "${version}"\neffectiveFrom: ${effectiveFrom}\n---\n\n${body}\n`;

test.each([
  ['another word', text('1.0', 'We pay in two days.'), text('1.0', 'We pay in three days.'), true],
  ['another word under a new version', text('1.0', 'We pay in two days.'), text('1.1', 'We pay in three days.'), false],
  ['another title', text('1.0', 'We pay.'), text('1.0', 'We pay.', '2026-09-01', 'Rules'), true],
  ['another word and only a new date', text('1.0', 'We pay.'), text('1.0', 'We may pay.', '2026-12-01'), true],
  ['other line ends', text('1.0', 'We pay.'), text('1.0', 'We pay.').replaceAll('\n', '\r\n'), false],
  ['nothing', text('1.0', 'We pay.'), text('1.0', 'We pay.'), false],
])('a change of %s needs a new version or not', (_, before, after, expected) => {
  expect(needsNewVersion(before, after)).toBe(expected);
});

test('people accept legal texts and agreements', () => {
  expect(isVersionedText('content/legal/pt/terms.md')).toBe(true);
  expect(isVersionedText('content/agreements/en/funded-account.md')).toBe(true);
  expect(isVersionedText('content/faq/en/1-22-trailing-drawdown.md')).toBe(false);
});

test.each([
  ['the day before', '2027-02-28T23:59:59Z', '1.0', '1.1'],
  ['its day', '2027-03-01T00:00:00Z', '1.1', undefined],
])('on %s of a coming version, the right text is in force', (_, at, inForce, coming) => {
  const current = readDated(text('1.0', 'We pay.'), 'a.md');
  const next = readDated(text('1.1', 'We pay at once.', '2027-03-01'), 'b.md');
  const found = findInForce(current, next, new Date(at));
  expect([found.inForce.version, found.coming?.version]).toEqual([inForce, coming]);
});

test('a text that says it is in force from a day to come is an error, in a file of its own it isn’t', () => {
  const files: Record<string, string> = {
    'en/terms.md': text('1.1', 'We pay.', '2026-12-01'),
    'en/terms.next.md': text('1.2', 'We pay.', '2027-03-01'),
    'en/cookies.md': text('1.0', 'Few.', '2026-11-27'),
  };
  const tree = {
    list: (folder: string) => (folder === 'content/legal' ? Object.keys(files) : []),
    read: (file: string) => files[file.replace('content/legal/', '')] ?? '',
  };
  expect(lintComing(tree, new Date('2026-11-27T12:00:00Z'))).toEqual([
    {
      kind: 'error',
      text: 'content/legal/en/terms.md is in force from 2026-12-01, which hasn’t come: keep the text in force here and put this one in content/legal/en/terms.next.md',
    },
  ]);
});

test('a day of a change that hasn’t come anywhere is an error, unless the text appears later', () => {
  const files: Record<string, string> = {
    'en/a.md': '---\nupdatedAt: 2026-11-28\n---\nText.',
    'en/b.md': '---\nupdatedAt: 2026-11-29\n---\nText.',
    'en/c.md': '---\npublishedAt: 2026-12-05\nupdatedAt: 2026-12-05\n---\nText.',
  };
  const tree = {
    list: (folder: string) => (folder === 'content/blog' ? Object.keys(files) : []),
    read: (file: string) => files[file.replace('content/blog/', '')] ?? '',
  };
  // On Kiribati's Line Islands, 14 hours ahead, November 28 has begun.
  expect(lintUpdated(tree, new Date('2026-11-27T12:00:00Z')).map(({ text }) => text)).toEqual([
    'content/blog/en/b.md: updatedAt hasn’t come yet: write the day of the change',
  ]);
});
