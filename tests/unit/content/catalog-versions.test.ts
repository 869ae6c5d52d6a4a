import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { getPayoutTerms, readCatalog } from '#content/catalog.ts';

/** A parsed YAML file, of any shape. */
type Document = ReturnType<typeof parse>;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'content-'));
  cpSync('content', folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

function edit(file: string, change: (document: Document) => void, to = file): void {
  const document = parse(readFileSync(join(folder, 'catalog', file), 'utf8'));
  change(document);
  writeFileSync(join(folder, 'catalog', to), stringify(document));
}

/** A version that sells a single program in a single size, written beside those already published. */
function publishNext(change: (terms: Document) => void = () => undefined): void {
  edit(
    'rules/v2.yaml',
    (rules) => {
      rules.version = 'v3';
      rules.programmes = { classic: { '50K': rules.programmes.classic['50K'] } };
    },
    'rules/v3.yaml',
  );
  edit('payouts.yaml', ({ versions }) => {
    const { winningDays, bufferCents, capsCents, ...others } = structuredClone(versions.v2);
    versions.v3 = {
      ...others,
      winningDays: { classic: winningDays.classic },
      bufferCents: { classic: { '50K': bufferCents.classic['50K'] } },
      capsCents: { '50K': capsCents['50K'] },
    };
    change(versions.v3);
  });
  edit('packages.yaml', (packages) => {
    packages.rulesVersion = 'v3';
    packages.evaluations = packages.evaluations.filter(({ id }: { id: string }) => id === 'classic-50k');
  });
}

test('a new version names only what is sold under it, and published versions stay as they are', () => {
  const published = ['v1', 'v2'].map((version) => readFileSync(join(folder, `catalog/rules/${version}.yaml`), 'utf8'));
  publishNext();
  const catalog = readCatalog(folder);
  expect(getPayoutTerms(catalog, 'v3', { program: 'classic', size: '50K' })).toMatchObject({
    minimumCents: catalog.payouts.v2?.minimumCents,
  });
  expect(() => getPayoutTerms(catalog, 'v3', { program: 'merit', size: '50K' })).toThrow(
    'No payout terms v3 for merit',
  );
  expect(['v1', 'v2'].map((version) => readFileSync(join(folder, `catalog/rules/${version}.yaml`), 'utf8'))).toEqual(
    published,
  );
});

test.each([
  ['winningDays', 'classic', (terms: Document) => delete terms.winningDays.classic],
  ['capsCents', '50K', (terms: Document) => delete terms.capsCents['50K']],
  ['bufferCents', 'classic 50K', (terms: Document) => delete terms.bufferCents.classic['50K']],
])('a package on sale without %s is refused with the file and the field', (field, name, remove) => {
  publishNext(remove);
  expect(() => readCatalog(folder)).toThrow(
    `content/catalog/payouts.yaml: classic-50k is on sale, but ${field} of v3 has no ${name}: add it`,
  );
});
