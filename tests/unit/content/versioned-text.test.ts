import { expect, test } from 'vitest';
import { isVersionedText, needsNewVersion } from '#content/versioned-text.ts';

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
