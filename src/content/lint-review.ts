import { defaultLocale } from '#i18n/locales.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { readDay } from './read-day.ts';
import { type LintFinding, listTexts, type Tree, toErrors, toWarnings } from './work-tree.ts';

const reviewAfterDays = 365;

/** Folders whose texts have a review date, and the fields with it, in order of preference. */
const dated = [
  ['guides', ['updatedAt']],
  ['blog', ['updatedAt', 'publishedAt']],
  ['legal', ['effectiveFrom']],
  ['agreements', ['effectiveFrom']],
] as const;

const countries = 'content/catalog/countries.yaml';
const taxForms = 'content/catalog/tax-forms.yaml';
const taxes = 'content/catalog/taxes.yaml';

/** Payouts of a year can't be reported without its threshold, so editors hear of it while there is time. */
const taxFormsNoticeDays = 60;

/** Finds texts whose day hasn't come: the page would call them in force. The coming version has a file of its own. */
export function lintComing(tree: Tree, now: Date): LintFinding[] {
  const today = now.toISOString().slice(0, 10);
  const files = ['legal', 'agreements'].flatMap((folder) => listTexts(tree, folder));
  const errors = files
    .filter((file) => !file.endsWith('.next.md'))
    .flatMap((where) => {
      const day = readDay(tree.read(where), ['effectiveFrom']);
      if (day === undefined || day <= today) return [];
      const coming = where.replace(/\.md$/, '.next.md');
      return [
        `${where} is in force from ${day}, which hasn’t come: keep the text in force here and put this one in ${coming}`,
      ];
    });
  return toErrors(errors);
}

/** Finds days of a change that hasn't come anywhere on Earth, unless the text itself appears later. */
export function lintUpdated(tree: Tree, now: Date): LintFinding[] {
  const today = new Date(now.getTime() + 14 * hourMs).toISOString().slice(0, 10);
  const files = ['guides', 'blog'].flatMap((folder) => listTexts(tree, folder));
  const early = files.filter((where) => {
    const [updated = '', published = today] = ['updatedAt', 'publishedAt'].map((field) =>
      readDay(tree.read(where), [field]),
    );
    return updated > today && updated > published;
  });
  return toErrors(early.map((where) => `${where}: updatedAt hasn’t come yet: write the day of the change`));
}

/** Names articles whose day hasn't come: a build on that day shows them. */
export function lintScheduled(tree: Tree, now: Date): LintFinding[] {
  const today = now.toISOString().slice(0, 10);
  const texts = listTexts(tree, 'blog', defaultLocale).flatMap((file) => {
    const day = readDay(tree.read(file), ['publishedAt']);
    return day === undefined || day <= today ? [] : [`${file} appears on ${day}`];
  });
  return toWarnings(texts);
}

/** Finds English texts, and the list of refused countries, without a review for a year. Translations follow English. */
export function lintReviews(tree: Tree, now: Date): LintFinding[] {
  const oldest = new Date(now.getTime() - reviewAfterDays * dayMs).toISOString().slice(0, 10);
  const texts = dated.flatMap(([folder, fields]) =>
    listTexts(tree, folder, defaultLocale).flatMap((where) => {
      const day = readDay(tree.read(where), fields);
      if (day === undefined || day >= oldest) return [];
      return [`${where} was last reviewed on ${day}: check it and set ${fields[0]}`];
    }),
  );
  const listed = /^updatedAt: "(\S+)"/m.exec(tree.read(countries))?.[1];
  const isListed = listed === undefined || listed >= oldest;
  const others = isListed
    ? []
    : [`${countries} was last compared on ${listed}: compare it with its sources and set updatedAt`];
  return toWarnings([...texts, ...lintTaxForms(tree, now), ...lintTaxes(tree, oldest), ...others]);
}

/** Finds a year that ends soon, or has ended, before the threshold of the next one is known. */
function lintTaxForms(tree: Tree, now: Date): string[] {
  const needed = String(new Date(now.getTime() + taxFormsNoticeDays * dayMs).getUTCFullYear());
  const years = [...tree.read(taxForms).matchAll(/^ +"(20\d\d)": \d+$/gm)].map(([, year]) => year);
  if (years.includes(needed)) return [];
  return [`${taxForms} has no threshold for ${needed}: add the one that the Internal Revenue Service has published`];
}

/** Finds tax territories that weren't compared with their source for a year. */
function lintTaxes(tree: Tree, oldest: string): string[] {
  const days = [...tree.read(taxes).matchAll(/checkedOn: "(\S+)"/g)].map(([, day = '']) => day);
  const old = days.filter((day) => day < oldest);
  if (old.length === 0) return [];
  return [
    `${taxes} has ${old.length} rows last compared before ${oldest}: compare them with their sources and set checkedOn`,
  ];
}
