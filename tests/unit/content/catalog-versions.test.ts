import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { getPayoutTerms, readCatalog } from '#content/catalog.ts';

/** A parsed YAML file, of any shape. */
type Document = ReturnType<typeof parse>;

const { packages, rules } = readCatalog();
const sold = packages.rulesVersion;
const versions = Object.keys(rules);
const next = `v${versions.length + 1}`;

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
    `rules/${sold}.yaml`,
    (rules) => {
      rules.version = next;
      rules.programmes = { classic: { '50K': rules.programmes.classic['50K'] } };
    },
    `rules/${next}.yaml`,
  );
  edit('payouts.yaml', ({ versions }) => {
    const { winningDays, bufferCents, capsCents, ...others } = structuredClone(versions[sold]);
    versions[next] = {
      ...others,
      winningDays: { classic: winningDays.classic },
      bufferCents: { classic: { '50K': bufferCents.classic['50K'] } },
      capsCents: { '50K': capsCents['50K'] },
    };
    change(versions[next]);
  });
  edit('packages.yaml', (packages) => {
    packages.rulesVersion = next;
    packages.evaluations = packages.evaluations.filter(({ id }: { id: string }) => id === 'classic-50k');
  });
}

test('a new version names only what is sold under it, and published versions stay as they are', () => {
  const read = () => versions.map((version) => readFileSync(join(folder, `catalog/rules/${version}.yaml`), 'utf8'));
  const published = read();
  publishNext();
  const catalog = readCatalog(folder);
  expect(getPayoutTerms(catalog, next, { program: 'classic', size: '50K' })).toMatchObject({
    minimumCents: catalog.payouts[sold]?.minimumCents,
  });
  expect(() => getPayoutTerms(catalog, next, { program: 'merit', size: '50K' })).toThrow(
    `No payout terms ${next} for merit`,
  );
  expect(read()).toEqual(published);
});

test.each([
  ['winningDays', 'classic', (terms: Document) => delete terms.winningDays.classic],
  ['capsCents', '50K', (terms: Document) => delete terms.capsCents['50K']],
  ['bufferCents', 'classic 50K', (terms: Document) => delete terms.bufferCents.classic['50K']],
])('a package on sale without %s is refused with the file and the field', (field, name, remove) => {
  publishNext(remove);
  expect(() => readCatalog(folder)).toThrow(
    `content/catalog/payouts.yaml: classic-50k is on sale, but ${field} of ${next} has no ${name}: add it`,
  );
});

test('only an earlier table of remedies may leave out a component', () => {
  edit('remedies.yaml', ({ versions: [first] }) => delete first.gives.mail);
  expect(() => readCatalog(folder)).toThrow('the newest version leaves out a component');
  edit('remedies.yaml', ({ versions }) =>
    versions.push({ ...versions[0], gives: { ...versions[0].gives, mail: ['nothing'] }, version: 2 }),
  );
  expect(() => readCatalog(folder)).not.toThrow();
});
