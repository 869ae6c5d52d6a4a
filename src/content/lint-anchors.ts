import { isLocale, type Locale } from '#i18n/locales.ts';
import { placeAt } from './content-error.ts';
import { linksOf } from './links.ts';
import { splitFrontMatter } from './split-front-matter.ts';
import { toPlainText } from './summary.ts';
import { type LintFinding, listTexts, type Tree, textFolders, toErrors } from './work-tree.ts';

/** Folders whose file names are the pages' addresses. */
const addressed = ['legal', 'pages', 'guides'];

/** The id that a heading gets: lower case, a hyphen for each space, and no punctuation. */
function idOf(heading: string): string {
  return toPlainText(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}

function headingIds(source: string): readonly string[] {
  const body = splitFrontMatter(source)?.body ?? source;
  return [...body.matchAll(/^##+ (\S.*)$/gm)].map(([, heading = '']) => idOf(heading.trim()));
}

function readOwnIds(tree: Tree): ReadonlySet<string> {
  const files = tree.list('src').filter((file) => /\.(?:astro|tsx)$/.test(file));
  return new Set(
    files.flatMap((file) => [...tree.read(`src/${file}`).matchAll(/\bid="([\w-]+)"/g)].map(([, id = '']) => id)),
  );
}

/** Finds links to a part of a page that has no such heading in the language of the text. */
export function lintAnchors(tree: Tree): LintFinding[] {
  const files = new Set(textFolders.flatMap((folder) => listTexts(tree, folder)));
  const ownIds = readOwnIds(tree);
  const findTarget = (path: string, locale: Locale): string | undefined =>
    addressed.map((folder) => `content/${folder}/${locale}${path}.md`).find((file) => files.has(file));
  const findWrong = (where: string, locale: Locale): string[] => {
    const source = tree.read(where);
    const own = [...source.matchAll(/\]\((#[^()\s]+)\)/g)].map(([, link = '']) => link);
    return [...linksOf(source), ...own].flatMap((link) => {
      const [path = '', anchor] = link.split('#');
      if (anchor === undefined || ownIds.has(anchor)) return [];
      const target = path === '' ? where : findTarget(path, locale);
      const ids = target === undefined ? [] : headingIds(tree.read(target));
      if (ids.includes(decodeURIComponent(anchor))) return [];
      const place = placeAt(where, source, source.indexOf(`](${link}`));
      const choice = target === undefined ? `no part of ${path} has this id` : `${target} has ${ids.join(', ')}`;
      return [`${place}: ${link} leads to no heading: ${choice}`];
    });
  };
  const errors = [...files].flatMap((file) => {
    const [, , locale] = file.split('/');
    return isLocale(locale) ? findWrong(file, locale) : [];
  });
  return toErrors(errors);
}
