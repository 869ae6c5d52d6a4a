import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { programs } from '#shared/catalog/programs.ts';
import { editCatalog, publishLaterRules } from '../../support/later-rules.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-summit-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const published = readdirSync('content/catalog/rules');
const readPublished = (root: string) =>
  published.map((file) => readFileSync(join(root, 'content/catalog/rules', file), 'utf8'));

function edit(file: string, before: string, after: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(before);
  writeFileSync(path, text.replace(before, after));
}

const summitRules = `
  summit:
    50K: { startingBalanceCents: 5000000, drawdown: { mode: static, maxLossCents: 130000 }, dailyLoss: { mode: none }, targetCents: 250000, minimumDays: 3, consistencyBps: 4000, maxContracts: 4, spreads: refused }
`;
const summitPackage =
  '{ id: summit-50k, program: summit, size: 50K, billing: monthly, priceCents: 11100, resetPriceCents: 6600, activationPriceCents: 9900 }';

/** Adds a program that the code has never had to a copy of this project, by the recipe in CONTRIBUTING.md. */
function addSummit(): string {
  const { after } = publishLaterRules(folder, (rules) => `${rules.trimEnd()}${summitRules}`);
  for (const part of ['src', 'public', 'package.json']) rmSync(join(folder, part));
  for (const part of ['src', 'public/locales', 'package.json']) {
    cpSync(part, join(folder, part), { recursive: true });
  }
  const route = "  premium: 'premiumAccounts',\n";
  edit('src/shared/catalog/programs.ts', route, `${route}  summit: 'summitAccounts',\n`);
  const page = "  premiumAccounts: page('/premium-accounts'),\n";
  edit('src/routes.ts', page, `${page}  summitAccounts: page('/summit-accounts'),\n`);
  editCatalog(folder, 'payouts.yaml', (text) => {
    const [earlier = '', added = ''] = text.split(`\n  ${after}:`);
    const terms = added
      .replace(/(winningDays: \{.*) \}/, '$1, summit: 4 }')
      .replace('    bufferCents:\n', '    bufferCents:\n      summit: { 50K: 180000 }\n');
    return `${earlier}\n  ${after}:${terms}`;
  });
  editCatalog(folder, 'packages.yaml', (text) =>
    text
      .replace('\nevaluations:\n', `\nevaluations:\n  - ${summitPackage}\n`)
      .replace('\nprograms:\n', '\nprograms:\n  summit: { addOns: [market-data], includedData: null }\n'),
  );
  for (const locale of locales) {
    edit(`public/locales/${locale}/mail.json`, '"program_premium"', '"program_summit": "Summit",\n  "program_premium"');
  }
  return after;
}

const script = `
import { getCatalog, getPayoutTerms } from './src/content/catalog.ts';
import { getOffers } from './src/content/programs.ts';
import { createTemplateVariables, replaceTemplateVariables } from './src/content/template-variables.ts';
import { pathTo } from './src/routes.ts';
import { getTranslate } from './src/server/core/translations.ts';
import { programRoutes } from './src/shared/catalog/programs.ts';
import { createDiscount } from './src/shared/catalog/contract-discounts.ts';

const catalog = getCatalog();
const { rulesVersion } = catalog.packages;
const { winningDays, bufferCents, capsCents } = getPayoutTerms(catalog, rulesVersion, { program: 'summit', size: '50K' });
const [offer] = getOffers('summit');
const text = '{{summit-50k.price}}, {{summit-50k.maxLoss}}, {{payouts.winningDays.summit}}';
console.log(JSON.stringify({
  rulesVersion,
  targetCents: offer.rules.targetCents,
  soldUnder: Object.keys(catalog.rules).filter((version) => 'summit' in catalog.rules[version].programmes),
  payouts: { winningDays, bufferCents, caps: capsCents.length > 1 },
  text: replaceTemplateVariables(text, createTemplateVariables(catalog, 'en'), 'x.md'),
  path: pathTo(programRoutes.summit, {}, 'fr'),
  mail: getTranslate('mail', 'pt')('program_summit'),
  office: createDiscount.body.shape.program.safeParse('summit').success,
}));
`;

test('a program that the code has never had is added by the recipe, and published versions stay as they are', () => {
  const after = addSummit();
  const file = join(folder, 'try.ts');
  writeFileSync(file, script);
  const { stdout, stderr } = spawnSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({
    rulesVersion: after,
    targetCents: 250_000,
    soldUnder: [after],
    payouts: { winningDays: 4, bufferCents: 180_000, caps: true },
    text: '$111, $1,300, 4',
    path: '/fr/summit-accounts',
    mail: 'Summit',
    office: true,
  });
  expect(readPublished(folder)).toEqual(readPublished('.'));
});

type Texts = { readonly [key: string]: string | Texts };
const keysOf = (texts: Texts, path = ''): readonly string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${path}${key}`] : keysOf(value, `${path}${key}.`),
  );

test.each(['programs', 'mail', 'office', 'affiliate'])('%s.json names every program that is sold', (name) => {
  const keys = new Set(keysOf(JSON.parse(readFileSync(`public/locales/en/${name}.json`, 'utf8')) as Texts));
  const [first] = programs;
  const families = [...keys].filter((key) => new RegExp(`[._]${first}(Accounts)?$`).test(key));
  expect(families.length).toBeGreaterThan(0);
  const missing = programs.flatMap((program) => families.map((key) => key.replace(first, program)));
  expect(missing.filter((key) => !keys.has(key))).toEqual([]);
});
