import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { storageKeys } from '#shared/core/constants.ts';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:ts|tsx|js|astro)$/.test(path))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join('src', path), 'utf8') }));

/** The cookies that scripts and the server set. */
function listCookies(): string[] {
  const byScripts = sources.flatMap(({ text }) =>
    [...text.matchAll(/document\.cookie = `(\w+)=/g)].map(([, name = '']) => name),
  );
  const ofServer = sources.filter(({ text }) => text.includes('setCookie(')).map(({ path }) => path);
  expect(ofServer).toEqual(['server/core/http/device-cookie.ts']);
  return [...byScripts, 'device'];
}

describe.each(locales)('the cookies page in %s', (locale) => {
  const text = readFileSync(`content/legal/${locale}/cookies.md`, 'utf8');
  const listed = [...text.matchAll(/^\| (?:cookie )?`(\w+)` \|/gm)].map(([, name]) => name);

  it('lists every key and cookie that the site stores, and no others', () => {
    expect(listed.toSorted()).toEqual([...Object.values(storageKeys), ...listCookies()].toSorted());
  });
});
