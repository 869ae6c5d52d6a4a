import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findTextInForce } from '#server/core/text-in-force.ts';
import { getAgreementText, getAgreementVersion } from '#server/payouts/payees/agreement-text.ts';

let folder: string;

function write(name: string, version: string, effectiveFrom: string): void {
  const file = join(folder, `${name}.md`);
  mkdirSync(dirname(file), { recursive: true });
  const head = `title: "A text"\ndescription: "What it says."\nversion: "${version}"\neffectiveFrom: ${effectiveFrom}`;
  writeFileSync(file, `---\n${head}\n---\n\n## 1. Version ${version}\n`);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texts-'));
  for (const name of ['legal/en/terms', 'agreements/en/funded-account', 'agreements/fr/funded-account']) {
    write(name, '1.0', '2026-01-01');
    write(`${name}.next`, '1.1', '2026-04-01');
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['2026-03-31T23:59:59Z', '1.0'],
  ['2026-04-01T00:00:00Z', '1.1'],
])('at %s people accept and sign version %s', (moment, version) => {
  const at = new Date(moment);
  expect(findTextInForce('legal/en/terms', at, folder).version).toBe(version);
  for (const locale of ['en', 'fr'] as const)
    expect(getAgreementText(locale, at, folder)).toMatchObject({ locale, version, body: `## 1. Version ${version}` });
});

test('an agreement that isn’t translated is signed in English, and the version is the same everywhere', () => {
  const at = new Date('2026-03-01T00:00:00Z');
  expect(getAgreementText('pt', at, folder)).toMatchObject({ locale: 'en', version: '1.0' });
  expect(getAgreementVersion(at)).toBe(getAgreementText('fr', at).version);
});
