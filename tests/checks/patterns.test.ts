import { describe, expect, test } from 'vitest';
import { findSlowness, listPatterns } from './patterns.ts';
import { listFiles } from './sources.ts';

const files = listFiles('src', 'deploy', 'public', 'astro.config.mjs').filter((path) =>
  /\.(?:ts|tsx|js|mjs|astro)$/.test(path),
);

describe('every regular expression', () => {
  test('takes time linear in the length of the text', () => {
    const slow = files.flatMap(listPatterns).flatMap((pattern) => {
      const attack = findSlowness(pattern);
      return attack === undefined ? [] : [`${pattern.place} /${pattern.source}/: ${attack}`];
    });
    expect(slow).toEqual([]);
  });
});

/** Patterns that took seconds for 100,000 characters, and what replaced them. */
const known = [
  [String.raw`\/+$`, String.raw`(?<!\/)\/+$`],
  [String.raw`^\s+|\s+$`, String.raw`^\s+|(?<!\s)\s+$`],
  [String.raw`[\p{L}-]{2,}\.[\p{L}]{2,}`, String.raw`[\p{L}-]{2}\.[\p{L}]{2}`],
  [String.raw`\bVersion\/.*\bSafari\/`, String.raw`\bVersion\/.{0,80}\bSafari\/`],
  [String.raw`\[([^\]]*)\]\(`, String.raw`\[([^[\]]*)\]\(`],
  [String.raw`^(.*?),\s*(\S+)\s*$`, String.raw`^(.*),\s?([^\s,]+)$`],
  ['^(a+)+$', '^a+$'],
  [String.raw`^[^\d,;]*\b(?:orders|trades)[^\d,;]*$`, String.raw`\b(?:orders|trades)`],
  [String.raw`(?<![.,])\s+$`, String.raw`(?<!\s)\s+$`],
] as const;

describe('the check of regular expressions', () => {
  test.each(known)('finds /%s/ and accepts /%s/', (slow, linear) => {
    expect(findSlowness({ source: slow, flags: 'u', place: '' })).toEqual(expect.any(String));
    expect(findSlowness({ source: linear, flags: 'u', place: '' })).toBeUndefined();
  });
});
