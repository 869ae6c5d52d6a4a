import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const root = mkdtempSync(join(tmpdir(), 'tidemark-language-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Adds German to a copy of this site: one line in the registry and one folder of strings. */
function addGerman(): void {
  for (const part of ['src', 'content', 'public/locales', 'package.json']) {
    cpSync(part, join(root, part), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const registry = join(root, 'src/lib/locale-registry.ts');
  const source = readFileSync(registry, 'utf8');
  writeFileSync(
    registry,
    source.replace('  en: {', () => "  de: { name: 'Deutsch', tag: 'de-DE', dollars: ['', '\\u00a0US$'] },\n  en: {"),
  );
  cpSync(join(root, 'public/locales/en'), join(root, 'public/locales/de'), { recursive: true });
  const payment = join(root, 'public/locales/de/payment.json');
  writeFileSync(payment, readFileSync(payment, 'utf8').replace(/"pay": "[^"]*"/, '"pay": "Bezahlen"'));
}

const script = `
import { getFaqCategories } from './src/content/categories.ts';
import { readMarkdown } from './src/content/localized-markdown.ts';
import { questionSchema } from './src/content/front-matter.ts';
import { findPromotion } from './src/content/promotion.ts';
import { createAnnouncement } from './src/shared/messages/contract-announcements.ts';
import { createDiscount } from './src/shared/catalog/contract-discounts.ts';
import { requestHalt } from './src/shared/risk/contract-halts.ts';
import { localizedFields, readLocalized } from './src/shared/core/localized.ts';
import { officeLists } from './src/shared/firm/lists.ts';
import { updateProfile } from './src/shared/people/contract-profile.ts';
import { formatMoney } from './src/lib/money/format.ts';
import config from './src/i18n/astro-i18next.config.ts';
import { completeText } from './src/i18n/localized.ts';
import { getLocaleName, locales, negotiateLocale } from './src/i18n/locales.ts';
import { getLocalePaths } from './src/i18n/pages.ts';
import { localizePath, splitLocale } from './src/routes.ts';
import { createMailContext } from './src/server/core/mail/mail-context.ts';
import { getTranslate } from './src/server/core/translations.ts';

const firm = { brand: 'Tidemark', supportEmail: 's@example.com', origin: 'https://example.com' };
const question = '---\\ncategory: 1\\nid: 22\\nquestion: "Was ist der Verlustrahmen?"\\n---\\nText.';
const titles = { titleDe: 'Wartung', titleEn: 'Maintenance', titleFr: 'Maintenance', titlePt: 'Manutenção' };
const texts = { textDe: 'Am Samstag.', textEn: 'On Saturday.', textFr: 'Samedi.', textPt: 'No sábado.' };
const discount = { code: 'SPRING', percent: '10', program: 'all', to: '2026-12-31', ...titles };
const span = { showFrom: '2026-11-22T14:30', showUntil: '2026-11-23T14:30' };
const announcement = { program: 'all', platform: 'all', ...span, ...titles, ...texts };
/** Which fields are refused if the form is complete, and if the German fields are missing. */
const refused = ({ body }, { titleDe, textDe, ...rest }, added) =>
  [{ ...rest, ...added }, rest].map((form) => body.safeParse(form).error?.issues.map(({ path }) => path[0]) ?? []);
console.log(JSON.stringify({
  discount: refused(createDiscount, discount, { titleDe: titles.titleDe }),
  announcement: refused(createAnnouncement, announcement, { titleDe: titles.titleDe, textDe: texts.textDe }),
  halt: refused(requestHalt, { target: 'all', ...texts }, { textDe: texts.textDe }),
  written: readLocalized(titles, 'title').de,
  earlier: completeText({ en: 'Maintenance', fr: 'Maintenance', pt: 'Manutenção' }).de,
  readers: officeLists.newsletter.filters.language.includes('de'),
  known: locales.includes('de'),
  name: getLocaleName('de'),
  negotiated: negotiateLocale('de-AT,en;q=0.5'),
  paths: [localizePath('/faq', 'de'), splitLocale('/de/faq').locale, getLocalePaths().some(({ params }) => params.locale === 'de')],
  integration: config.locales.includes('de'),
  money: formatMoney(150000, 'de'),
  button: getTranslate('payment', 'de')('pay'),
  mail: createMailContext('de', firm).locale,
  profile: updateProfile.body.shape.language.safeParse('de').success,
  question: readMarkdown(question, 'x.md', 'de', questionSchema).data.question,
  category: getFaqCategories('faq')[0].title.de === getFaqCategories('faq')[0].title.en,
  promotion: findPromotion('de') === undefined || findPromotion('de').title === findPromotion('en').title,
}));
`;

it('adding a language takes one registry line and its folders', () => {
  addGerman();
  const file = join(root, 'try.ts');
  writeFileSync(file, script);
  const { stdout, stderr } = spawnSync(process.execPath, [file], { cwd: root, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({
    discount: [[], ['titleDe']],
    announcement: [[], ['titleDe', 'textDe']],
    halt: [[], ['textDe']],
    written: 'Wartung',
    earlier: 'Maintenance',
    readers: true,
    known: true,
    name: 'Deutsch',
    negotiated: 'de',
    paths: ['/de/faq', 'de', true],
    integration: true,
    money: '1.500,00\u00a0US$',
    button: 'Bezahlen',
    mail: 'de',
    profile: true,
    question: 'Was ist der Verlustrahmen?',
    category: true,
    promotion: true,
  });
});
