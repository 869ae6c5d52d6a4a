import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import i18next from 'i18next';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { partsUntil } from '#components/home/countdown.ts';
import { getCatalog, readCatalog } from '#content/catalog.ts';
import { guideSchema } from '#content/front-matter.ts';
import { localizeLinks } from '#content/links.ts';
import { lintSite } from '#content/lint.ts';
import { readMarkdown } from '#content/localized-markdown.ts';
import { groupByRule, listRuleVersions } from '#content/rule-changes.ts';
import { readSynonyms } from '#content/search-synonyms.ts';
import { getSummary } from '#content/summary.ts';
import { createTemplateVariables, replaceTemplateVariables } from '#content/template-variables.ts';
import { readTestimonials } from '#content/testimonials.ts';
import { locales } from '#i18n/locales.ts';
import { taxFormKinds } from '#shared/payouts/payees/tax-form.ts';
import { parseMtimes } from '#tools/git-mtimes.ts';
import { publishLaterRules } from '../support/later-rules.ts';
import { treeOf } from './content-tree.ts';

const where = 'content/guides/fr/x.md';
const fields = 'title: "X"\nplatform: "X"\nfeeds: [rithmic]\norder: 1\nupdatedAt: 2026-11-20';
const read = (head: string, body = 'Text.') => readMarkdown(`---\n${head}\n---\n${body}`, where, 'fr', guideSchema);

function esFacts() {
  const found = getCatalog().instruments.find(({ code }) => code === 'ES');
  if (!found) throw new Error('no ES');
  return found;
}

describe('content errors', () => {
  it('a missing field is reported', () => {
    expect(() => read(fields)).toThrow(
      `${where}:2: description is missing: write one sentence of at most 155 characters`,
    );
  });

  it('a description that is too long is reported', () => {
    expect(() => read(`${fields}\ndescription: "${'a'.repeat(160)}"`)).toThrow(
      `${where}:7: description has 160 characters: shorten it to 155`,
    );
  });

  it('a title that is too long is reported', () => {
    expect(() => read(`${fields.replace('"X"', `"${'a'.repeat(61)}"`)}\ndescription: "D"`)).toThrow(
      `${where}:2: title has 61 characters: shorten it to 60`,
    );
  });

  it('a misspelt field is reported', () => {
    expect(() => read(`${fields}\ndescription: "D"\nplatfrom: "X"`)).toThrow(
      `${where}:8: platfrom is not a known field: remove it or fix its spelling`,
    );
  });

  it('an unknown template variable is reported', () => {
    expect(() => read(`${fields}\ndescription: "D"`, 'Text.\n{{classic-50k.prize}}')).toThrow(
      /x\.md:10: there is no variable \{\{classic-50k\.prize\}\}: classic-50k has price, reset/,
    );
  });

  it('front matter without its fences is reported', () => {
    expect(() => readMarkdown('title: X', where, 'fr', guideSchema)).toThrow('between two lines of ---');
  });
});

describe('messages for an editor', () => {
  const sources = ['content', 'src', 'public', 'package.json', 'tsconfig.json'];
  const copyOf = () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-content-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const name of sources) cpSync(name, join(folder, name), { recursive: true });
    for (const name of ['node_modules', 'tests']) symlinkSync(resolve(name), join(folder, name));
    return folder;
  };
  const run = (folder: string, tool: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`src/tools/${tool}`], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, text: stdout + stderr };
  };

  it('an error is printed as a sentence with its file and line but no stack trace', () => {
    const folder = copyOf();
    const change = (file: string, before: string | RegExp, after: string) => {
      const path = join(folder, file);
      const source = readFileSync(path, 'utf8');
      writeFileSync(path, source.replace(before, after));
      return () => writeFileSync(path, source);
    };
    const guide = 'content/guides/en/quantower-connection-guide.md';
    const restoreGuide = change(guide, /^platform:/m, 'platfrom:');
    const texts = run(folder, 'content.ts');
    expect(texts.status).toBe(1);
    expect(texts.text).toMatch(new RegExp(`^error: ${guide}:\\d+: platfrom is not a known field: remove it`, 'm'));
    expect(texts.text).not.toMatch(/^\s+at |node_modules|\.ts:/m);
    restoreGuide();

    // Astro itself would build it.
    const restoreBody = change(guide, /$/, '\n![A window](/pictures/gone.webp)\n');
    const built = run(folder, 'build-site.mjs');
    expect(built.status).toBe(1);
    expect(built.text).toMatch(/public\/pictures\/gone\.webp is missing/);
    expect(built.text).toContain('the texts have errors');
    restoreBody();

    change('content/catalog/calendar.yaml', /day: halt/, 'day: hault');
    for (const tool of ['content.ts', 'compile-catalog.ts']) {
      const { status, text } = run(folder, tool);
      expect(status).toBe(1);
      expect(text).toMatch(/^(error: )?content\/catalog\/calendar\.yaml:\d+: holidays\.\d+\.day: /m);
      expect(text).not.toMatch(/^\s+at |node_modules|\.ts:/m);
    }
  });

  it('a file that isn’t valid YAML is reported with the line that can’t be read', () => {
    expect(() => read('title: "X"\nfeeds: [rithmic')).toThrow(`${where}:3: this isn’t valid YAML`);
  });
});

describe('testimonials', () => {
  const entry = 'name: Ada\n  country: FR\n  saidAt: 2026-11-20\n  language: fr\n  receives: null';
  const translations = '{ en: a, fr: b, pt: c }';

  it('a testimonial is quoted with its proof', () => {
    const quotes = readTestimonials(`- ${entry}\n  certificate: https://example.com/1\n  text: ${translations}`);
    expect(quotes.map(({ name, text }) => [name, text.fr])).toEqual([['Ada', 'b']]);
  });

  it('a testimonial without proof is rejected, naming the missing field', () => {
    expect(() => readTestimonials(`- ${entry}\n  text: ${translations}`)).toThrow(
      'content/testimonials.yaml:1: entry 1, certificate is not a URL: a quote needs a certificate',
    );
    expect(() => readTestimonials(`- country: France`)).toThrow('yaml:1: entry 1, country is not a country code');
  });
});

describe('template variables', () => {
  it('template variables use the page’s number format', () => {
    const price = (locale: 'en' | 'fr') =>
      replaceTemplateVariables('{{classic-50k.target}}', createTemplateVariables(getCatalog(), locale), where);
    const cents = getCatalog().rules['v1']?.programmes.classic?.['50K']?.targetCents ?? 0;
    expect(price('en')).toBe(`$${(cents / 100).toLocaleString('en')}`);
    expect(price('fr')).toMatch(/^[\d\u00a0]+\u00a0\$\u00a0US$/);
  });

  it('a commission comes from the catalog: 204 cents per side for one ES', () => {
    const catalog = { ...getCatalog(), instruments: [{ ...esFacts(), feeCents: 204 }] };
    const fee = (locale: 'en' | 'fr' | 'pt') =>
      replaceTemplateVariables('{{fees.ES}}', createTemplateVariables(catalog, locale), where);
    expect([fee('en'), fee('fr'), fee('pt')]).toEqual(['$2.04', '2,04\u00a0$\u00a0US', 'US$\u00a02,04']);
  });

  it.each([
    ['en', 'November 21, 2026: [the UN](https://un.example/) and [the EU](https://eu.example/)'],
    ['fr', '21 novembre 2026: [l’ONU](https://un.example/) et [l’UE](https://eu.example/)'],
    ['pt', '21 de novembro de 2026: [a ONU](https://un.example/) e [a UE](https://eu.example/)'],
  ] as const)(
    'the list of refused countries states its date and sources in %s, as two texts promise',
    (locale, stated) => {
      const sources = [
        { name: { en: 'the UN', fr: 'l’ONU', pt: 'a ONU' }, url: 'https://un.example/' },
        { name: { en: 'the EU', fr: 'l’UE', pt: 'a UE' }, url: 'https://eu.example/' },
      ];
      const { countries, ...others } = getCatalog();
      const catalog = { ...others, countries: { ...countries, updatedAt: '2026-11-21', sources } };
      const variables = createTemplateVariables(catalog, locale);
      expect(replaceTemplateVariables('{{countries.updatedAt}}: {{countries.sources}}', variables, where)).toBe(stated);
      for (const file of ['faq/%/2-41-accepted-countries', 'legal/%/anti-money-laundering']) {
        const text = readFileSync(`content/${file.replace('%', locale)}.md`, 'utf8');
        expect(text).toContain('{{countries.updatedAt}}');
        expect(text).toContain('{{countries.sources}}');
      }
    },
  );

  it.each(locales)('the FAQ in %s names the tax forms that a payee signs and each kind of rejection', (locale) => {
    const taxForms = readFileSync(`content/faq/${locale}/4-189-tax-forms.md`, 'utf8');
    for (const kind of taxFormKinds) expect(taxForms).toContain(kind.toUpperCase());
    const rejections = readFileSync(`content/faq/${locale}/4-87-can-a-payout-be-refused.md`, 'utf8');
    // `rejectionReasons` come down to five: a condition, identity or destination, the sanctions list, conduct, and a price
    // that was paid back.
    expect(rejections.match(/^- \*\*/gm)).toHaveLength(5);
    expect(rejections).toContain('(/faq/detail/4/88)');
  });

  it.each(locales)('the commission schedule in %s lists every instrument of the catalog once', (locale) => {
    const text = readFileSync(`content/faq/${locale}/3-180-commissions.md`, 'utf8');
    const [, schedule = ''] = /\n\n(- \*\*[\s\S]*?)\n\n/.exec(text) ?? [];
    const stated = [...schedule.matchAll(/(\w+)\u00a0\{\{fees\.(\w+)\}\}/g)].map(([, code, fee]) => [code, fee]);
    const codes = getCatalog().instruments.map(({ code }) => code);
    expect(stated.toSorted()).toEqual(codes.map((code) => [code, code]).toSorted());
  });
});

/** The texts about affiliates; of the terms, only their section. */
function readAffiliateTexts(locale: string): string {
  const legal = `content/legal/${locale}/terms.md`;
  const [, section = ''] = existsSync(legal)
    ? (/\n## Aff?ili[\s\S]*?\n\n([\s\S]*?)\n## /.exec(readFileSync(legal, 'utf8')) ?? [])
    : [];
  if (existsSync(legal) && section === '') throw new Error(`${legal} has no section about affiliates`);
  const texts = ['pages/%/affiliate-program', 'faq/%/7-143-affiliate-share', 'faq/%/7-144-affiliate-duties'].map(
    (file) => readFileSync(`content/${file.replace('%', locale)}.md`, 'utf8').replace(/^---[\s\S]*?\n---\n/, ''),
  );
  return [...texts, section].join('\n');
}

describe('promises to affiliates', () => {
  const { packages } = getCatalog();
  const days = { linkDays: 45, couponDays: 30, pendingDays: 21 };
  const terms = { shareBps: 1250, couponBps: 700, minimumPayoutCents: 7500, ...days };
  const withNewTerms = { ...packages, affiliate: { ...packages.affiliate, 2: terms } };
  const catalog = { ...getCatalog(), affiliateVersion: '2', packages: withNewTerms };

  it.each([
    ['en', ['12.5%', '7%', '45 days', '21 days', '$75']],
    ['fr', ['12,5 %', '7 %', '45 jours', '21 jours', '75 $ US']],
    ['pt', ['12,5%', '7%', '45 dias', '21 dias', 'US$ 75']],
  ] as const)('a changed share, discount, period and minimum reach every text in %s', (locale, stated) => {
    const variables = createTemplateVariables(catalog, locale);
    const text = replaceTemplateVariables(readAffiliateTexts(locale), variables, where).replaceAll(/\s/g, ' ');
    for (const fact of stated) expect(text).toContain(fact);
  });

  it.each(locales)('no number is typed by hand in %s', (locale) => {
    const typed = readAffiliateTexts(locale).replaceAll(/\]\([^)]*\)|\{\{[^}]*\}\}/g, '');
    expect(typed.match(/.*\d.*/g)).toBeNull();
  });
});

describe('rule versions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-v2-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const { before, after } = publishLaterRules(folder, (rules) =>
    rules
      .replace('maxLossCents: 150000', 'maxLossCents: 125000')
      .replace('consistencyBps: 5000', 'consistencyBps: null'),
  );
  const resources = (locale: string) =>
    Object.fromEntries(
      ['accounts', 'programs', 'rules'].map((name) => [
        name,
        JSON.parse(readFileSync(`public/locales/${locale}/${name}.json`, 'utf8')),
      ]),
    );
  beforeAll(() => i18next.init({ resources: { en: resources('en'), fr: resources('fr') } }));
  const listed = (locale: 'en' | 'fr') => listRuleVersions(locale, readCatalog(join(folder, 'content')));

  it('versions are listed newest first, each with its changes and the accounts it applies to', () => {
    const [second, first] = listed('en');
    expect(first).toMatchObject({ version: before });
    expect(second).toMatchObject({
      version: after,
      changes: [
        { account: 'Classic 25K', rule: 'Maximum loss', before: '$1,500', after: '$1,250' },
        { account: 'Ascension 25K', rule: 'Best day, maximum share', before: '50%', after: 'None' },
      ],
    });
  });

  it('the second version’s rows show the old and the new of everything it changed', () => {
    const second = listed('en').find(({ version }) => version === 'v2');
    const rows = second?.changes?.filter(({ account }) => account === 'Merit 25K');
    expect(rows?.map(({ rule, before, after }) => [rule, before, after])).toEqual([
      ['Daily loss', '$500', '$200'],
      ['Opposite months of a product', 'Allowed', 'Refused'],
      ['Payout buffer', '$100', '$1,500'],
      [
        'Highest payouts',
        '$1,000 · $1,500 · $2,000 · $2,500, the last one again',
        '$250 · $300 · $400 · $500, then none',
      ],
    ]);
  });

  it('a change is listed once, with the accounts it applies to', () => {
    const second = listed('en').find(({ version }) => version === 'v2');
    const groups = groupByRule(second?.changes ?? []);
    const rowsOf = (name: string) => groups.find(({ rule }) => rule === name)?.rows;
    expect(rowsOf('Opposite months of a product')).toEqual([{ accounts: null, before: 'Allowed', after: 'Refused' }]);
    expect(rowsOf('Payout buffer')).toContainEqual({
      accounts: 'Classic 25K, Ascension 50K, Merit 25K',
      ...{ before: '$100', after: '$1,500' },
    });
  });

  it('a version names the accounts that are new in it, and those that it no longer sells', () => {
    const catalog = readCatalog(join(folder, 'content'));
    const rules = catalog.rules[before];
    delete rules?.programmes.premium;
    expect(listRuleVersions('en', catalog).map(({ notes }) => notes)).toEqual([
      ['New: Premium 50K, Premium 100K, Premium 150K'],
      ['No longer sold: Premium 50K, Premium 100K, Premium 150K'],
      [],
      [],
      ['This is the first version.'],
    ]);
  });

  it('versions use the page’s language', () => {
    expect(listed('fr')[0]?.changes?.[0]?.before).toMatch(/^1\s500\s\$\sUS$/);
  });
});

describe('links in a text', () => {
  it('links are localized within the site and left unchanged for other sites', () => {
    const text = '[a](/faq/detail/1/22) [b](https://cmegroup.com/) [c](#part)';
    expect(localizeLinks(text, 'fr')).toBe('[a](/fr/faq/detail/1/22) [b](https://cmegroup.com/) [c](#part)');
    expect(localizeLinks(text, 'en')).toBe(text);
  });
});

describe('summaries', () => {
  it('a summary takes the first sentences without markup and ends at a word boundary', () => {
    expect(getSummary('## Head\n\nA **bold** [word](/x).\n\n- item')).toBe('A bold word.');
    expect(getSummary('one two three four', 12)).toBe('one two…');
    expect(getSummary('It needs two things:\n\n- a key;\n- a door.\n\nNo more.')).toBe(
      'It needs two things: a key; a door. No more.',
    );
    expect(getSummary('Each has a size. They are:\n\n| a | b |\n')).toBe('Each has a size.');
  });
});

describe('countdown', () => {
  it('the countdown shows the days, hours, minutes and seconds left', () => {
    const end = Date.UTC(2026, 11, 31);
    expect(partsUntil(end, end - 90_061_000)).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1 });
    expect(partsUntil(end, end)).toBeNull();
    expect(partsUntil(Number.NaN, end)).toBeNull();
  });
});

describe('search', () => {
  it('a synonym line with only one word is reported', () => {
    expect(() => readSynonyms('synonyms:\n  pt:\n    - [saque]\nstopWords: {}')).toThrow(
      'content/search-synonyms.yaml:3: synonyms.pt.0 needs two words or more',
    );
  });
});

describe('content check', () => {
  const strings = (entries: object) => JSON.stringify(entries);
  const sound = {
    'content/faq/en/1-1-a.md': '[x](/faq)',
    'content/faq/fr/1-1-a.md': '[x](/faq)',
    'content/faq/pt/1-1-a.md': '[x](/faq)',
    'public/locales/en/home.json': strings({ hello: 'Hello {{name}}', day_one: 'day', day_other: 'days' }),
    'public/locales/fr/home.json': strings({ hello: 'Bonjour {{name}}', day_one: 'jour', day_other: 'jours' }),
    'public/locales/pt/home.json': strings({
      hello: 'Olá {{name}}',
      day_one: 'dia',
      day_other: 'dias',
      day_many: 'dias',
    }),
    'public/locales/es/common.json': strings({ welcome: 'Hola', priceRange: 'Precios' }),
    'src/pages/home.astro': "t('hello'); t('day')",
  };
  const findings = (changes: Readonly<Record<string, string>>) =>
    lintSite(treeOf({ ...sound, ...changes })).map(({ kind, text }) => `${kind}: ${text}`);

  it('valid content has no findings', () => {
    expect(findings({})).toEqual([]);
  });

  it('a missing translation, an outdated translation and a dead link are reported', () => {
    expect(
      findings({
        'content/guides/en/a.md': '---\nupdatedAt: 2026-11-20\n---\n',
        'content/guides/fr/a.md': '---\nupdatedAt: 2026-10-01\n---\n[x](/nowhere)',
      }),
    ).toEqual([
      'warning: content/guides/fr/a.md is older than its English source: translate what changed in content/guides/en/a.md on 2026-11-20',
      'warning: content/guides/pt/a.md is missing: the page shows the English text',
      'warning: /nowhere is not a page: its text appears without a link in content/guides/fr/a.md',
    ]);
  });

  it('a YAML text without a translation is noted', () => {
    const categories =
      '- id: 1\n  title: { en: Rules, fr: Règles }\n  description: { en: Floors, fr: Planchers, pt: Pisos }';
    expect(findings({ 'content/faq/categories.yaml': categories })).toEqual([
      'warning: content/faq/categories.yaml: [0].title has no pt: the page shows the English text',
    ]);
    expect(findings({ 'content/catalog/discounts.yaml': 'packageDiscount: { title: { en: Autumn } }' })).toEqual([
      'warning: content/catalog/discounts.yaml: packageDiscount.title has no fr and no pt: the page shows the English text',
    ]);
  });

  it('texts without a date are compared by their git history', () => {
    const seconds = (day: string) => Date.parse(day) / 1000;
    const changedAt = (file: string) => seconds(file === 'content/faq/fr/1-1-a.md' ? '2026-11-01' : '2026-11-02');
    expect(lintSite({ ...treeOf(sound), changedAt }).map(({ text }) => text)).toEqual([
      'content/faq/fr/1-1-a.md is older than its English source: translate what changed in content/faq/en/1-1-a.md on 2026-11-02',
    ]);
  });

  it('a changed word counts as a change, but changed quotation marks and commits that are left out do not', () => {
    const change = (at: number, before: string, after: string) =>
      `@${at} ${'a'.repeat(39)}${at}\n\ndiff --git a/content/faq/en/1.md b/content/faq/en/1.md\n--- a/content/faq/en/1.md\n+++ b/content/faq/en/1.md\n@@ -8 +8 @@\n-${before}\n+${after}\n`;
    const log = change(3, 'A "floor" holds.', 'A “floor” holds.') + change(2, 'A "line" holds.', 'A "floor" holds.');
    expect([...parseMtimes(log)]).toEqual([['content/faq/en/1.md', 2]]);
    const spelling = change(4, 'An e-mail comes.', 'An email comes.');
    expect([...parseMtimes(spelling + log)]).toEqual([['content/faq/en/1.md', 4]]);
    expect([...parseMtimes(spelling + log, new Set([`${'a'.repeat(39)}4`]))]).toEqual([['content/faq/en/1.md', 2]]);
  });

  it('French and Portuguese typography is checked', () => {
    const home = (hello: string) => strings({ hello: `${hello} {{name}}`, day_one: 'a', day_other: 'b' });
    const frenchErrors = (text: string) => findings({ 'public/locales/fr/home.json': home(text) });
    const error = (text: string) => [`error: public/locales/fr/home.json: hello ${text}`];
    const spacing = error('needs a no-break space before : ; ? ! % » and after «');
    expect(frenchErrors('0.7 contrat')).toEqual(error('writes a decimal point: use a comma'));
    expect(frenchErrors('Clôture à 17:50')).toEqual(error('writes a time with a colon: use 17 h 50'));
    expect(frenchErrors('Règle : perte')).toEqual(spacing);
    expect(frenchErrors('Perdu?')).toEqual(spacing);
    expect(frenchErrors('« Oui\u00a0»')).toEqual(spacing);
    expect(frenchErrors('«\u00a0Oui\u00a0»\u00a0: 0,7 à 17 h 50, https://x.fr')).toEqual([]);
    expect(findings({ 'public/locales/pt/home.json': home('0.7 contrato') })).toEqual([
      'error: public/locales/pt/home.json: hello writes a decimal point: use a comma',
    ]);
    expect(findings({ 'public/locales/pt/home.json': home('Fecha às 17:50?') })).toEqual([]);
  });

  it('a missing, unknown or unused string and one that lacks a value are reported', () => {
    expect(
      findings({
        'public/locales/en/home.json': strings({ hello: 'Hello {{name}}', idle: 'Idle' }),
        'public/locales/fr/home.json': strings({ hello: 'Bonjour', idle: 'Oisif', plus: 'Plus' }),
        'public/locales/pt/home.json': strings({ hello: 'Olá {{name}}' }),
      }),
    ).toEqual([
      'error: public/locales/en/home.json: idle is not used',
      'error: public/locales/fr/home.json: plus is not in the English strings',
      'error: public/locales/fr/home.json: hello must use the values name',
      'error: public/locales/pt/home.json: idle is missing',
    ]);
  });
});
