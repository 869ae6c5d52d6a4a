import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { locales } from '#i18n/locales.ts';

/** The specification's keys, the one that was added to them, and our cookies; a browser's journey finds the same. */
const stored = ['token', 'token_expiry', 'sessionId', 'activityTime', 'traderView', 'device', 'theme'];

describe.each(locales)('the cookies page in %s', (locale) => {
  const text = readFileSync(`content/legal/${locale}/cookies.md`, 'utf8');
  const listed = [...text.matchAll(/^\| (?:cookie )?`(\w+)` \|/gm)].map(([, name]) => name);

  it('lists every key and cookie that the site stores, and no others', () => {
    expect(listed.toSorted()).toEqual(stored.toSorted());
  });
});
