import { defaultLocale } from '#i18n/locales.ts';
import { dayMs } from '#lib/durations.ts';
import { readDay } from './read-day.ts';
import type { LintFinding, Tree } from './work-tree.ts';

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
  return (['legal', 'agreements'] as const).flatMap((folder) =>
    tree
      .list(`content/${folder}`)
      .filter((file) => file.endsWith('.md') && !file.endsWith('.next.md'))
      .flatMap((file): LintFinding[] => {
        const where = `content/${folder}/${file}`;
        const day = readDay(tree.read(where), ['effectiveFrom']);
        if (day === undefined || day <= today) return [];
        const text = `${where} is in force from ${day}, which hasn’t come: keep the text in force here and put this one in ${where.replace(/\.md$/, '.next.md')}`;
        return [{ kind: 'error', text }];
      }),
  );
}

/** Names articles whose day hasn't come: a build on that day shows them. */
export function lintScheduled(tree: Tree, now: Date): LintFinding[] {
  const today = now.toISOString().slice(0, 10);
  const articles = tree.list('content/blog').filter((file) => file.startsWith(`${defaultLocale}/`));
  return articles.flatMap((file): LintFinding[] => {
    const day = readDay(tree.read(`content/blog/${file}`), ['publishedAt']);
    return day === undefined || day <= today
      ? []
      : [{ kind: 'warning', text: `content/blog/${file} appears on ${day}` }];
  });
}

/** Finds English texts, and the list of refused countries, without a review for a year. Translations follow English. */
export function lintReviews(tree: Tree, now: Date): LintFinding[] {
  const oldest = new Date(now.getTime() - reviewAfterDays * dayMs).toISOString().slice(0, 10);
  const texts = dated.flatMap(([folder, fields]) =>
    tree
      .list(`content/${folder}`)
      .filter((file) => file.startsWith('en/') && file.endsWith('.md'))
      .flatMap((file): LintFinding[] => {
        const where = `content/${folder}/${file}`;
        const day = readDay(tree.read(where), fields);
        if (day === undefined || day >= oldest) return [];
        return [{ kind: 'warning', text: `${where} was last reviewed on ${day}: check it and set ${fields[0]}` }];
      }),
  );
  const others = [...lintTaxForms(tree, now), ...lintTaxes(tree, oldest)];
  const listed = /^updatedAt: "(\S+)"/m.exec(tree.read(countries))?.[1];
  if (listed === undefined || listed >= oldest) return [...texts, ...others];
  const text = `${countries} was last compared on ${listed}: compare it with its sources and set updatedAt`;
  return [...texts, ...others, { kind: 'warning', text }];
}

/** Finds a year that ends soon, or has ended, before the threshold of the next one is known. */
function lintTaxForms(tree: Tree, now: Date): LintFinding[] {
  const needed = String(new Date(now.getTime() + taxFormsNoticeDays * dayMs).getUTCFullYear());
  const years = [...tree.read(taxForms).matchAll(/^ +"(20\d\d)": \d+$/gm)].map(([, year]) => year);
  if (years.includes(needed)) return [];
  const text = `${taxForms} has no threshold for ${needed}: add the one that the Internal Revenue Service has published`;
  return [{ kind: 'warning', text }];
}

/** Finds tax territories that weren't compared with their source for a year. */
function lintTaxes(tree: Tree, oldest: string): LintFinding[] {
  const days = [...tree.read(taxes).matchAll(/checkedOn: "(\S+)"/g)].map(([, day = '']) => day);
  const old = days.filter((day) => day < oldest);
  if (old.length === 0) return [];
  const text = `${taxes} has ${old.length} rows last compared before ${oldest}: compare them with their sources and set checkedOn`;
  return [{ kind: 'warning', text }];
}
