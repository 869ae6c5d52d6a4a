import type { z } from 'zod';
import { defaultLocale, isLocale, type Locale } from '#i18n/locales.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import { placeAt } from './content-error.ts';
import { articleSchema, guideSchema, legalSchema, proseSchema, questionSchema } from './front-matter.ts';
import { linksOf } from './links.ts';
import { readMarkdown } from './localized-markdown.ts';
import { lintSlugs, type TextFile } from './slugs.ts';
import { type LintFinding, type Tree, toErrors } from './work-tree.ts';

/** Folders with texts, and the schema of their front matter. */
const schemas: Readonly<Record<string, z.ZodType>> = {
  faq: questionSchema,
  'thor-faq': questionSchema,
  guides: guideSchema,
  legal: legalSchema,
  agreements: legalSchema,
  blog: articleSchema,
  pages: proseSchema,
};

const picture = /!\[([^[\]]*)\]\(\s*([^\s()]+)(?:\s[^()]*)?\)/g;

function findPictureErrors(text: string, where: string, hasFile: (path: string) => boolean): string[] {
  return [...text.matchAll(picture)].flatMap(({ 1: alt = '', 2: path = '', index }) => {
    const place = placeAt(where, text, index);
    const errors =
      alt.trim() === '' ? [`${place}: ${path} has no description: write what it shows between [ and ]`] : [];
    if (/^https?:/.test(path)) return [...errors, `${place}: ${path} is on another site: add the picture to public/`];
    if (!path.startsWith('/')) return [...errors, `${place}: ${path} must start with /, the path of a file in public/`];
    return hasFile(`public${path}`) ? errors : [...errors, `${place}: public${path} is missing`];
  });
}

/** Folders whose paths derive from file names; other links are checked against the route table. */
const addresses: readonly (readonly [folder: string, address: RegExp, nameOf: (...parts: string[]) => string])[] = [
  ['faq', /^\/faq\/detail\/(\d+)\/(\d+)/, (category, id) => `${category}-${id}-`],
  ['thor-faq', /^\/thor\/faq\/detail\/(\d+)\/(\d+)/, (category, id) => `${category}-${id}-`],
  ['blog', /^\/blog\/details\/([^/]+)\/(\d+)/, (name, id) => `${id}-${name}.md`],
  ['guides', /^\/(\w+-connection-guide)/, (name) => `${name}.md`],
];

function findBrokenLinks(text: string, where: string, tree: Tree): string[] {
  return linksOf(text).flatMap((path) =>
    addresses.flatMap(([folder, address, nameOf]) => {
      const [, ...parts] = address.exec(path) ?? [];
      if (parts.length === 0) return [];
      const start = `${defaultLocale}/${nameOf(...parts)}`;
      const exists = tree.list(`content/${folder}`).some((file) => file.startsWith(start));
      if (exists) return [];
      const place = placeAt(where, text, text.indexOf(`](${path}`));
      return [`${place}: ${path} is a broken link: content/${folder}/${start} does not exist`];
    }),
  );
}

function readFields(source: string, where: string, locale: Locale, schema: z.ZodType) {
  try {
    return { data: readMarkdown(source, where, locale, schema).data as TextFile['data'], errors: [] };
  } catch (error) {
    return { errors: error instanceof Error ? error.message.split('\n') : [String(error)] };
  }
}

const overview = /\/connection-guide\.md$/;

/** The title of a guide must name its platform and feeds (the overview covers all platforms), and its poster exist. */
function findGuideErrors(folder: string, data: object, where: string, files: ReadonlySet<string>): string[] {
  const guide = folder === 'guides' ? guideSchema.safeParse(data).data : undefined;
  if (!guide) return [];
  const names = [
    ...(overview.test(where) ? [] : [guide.platform]),
    ...guide.feeds.map((feed) => platformFacts[feed].name),
  ];
  const missing = names.filter((name) => !guide.title.includes(name));
  const poster = `public${guide.video?.poster}`;
  return [
    ...(missing.length > 0 ? [`${where}: title does not name ${missing.join(' and ')}`] : []),
    ...(guide.video && !files.has(poster) ? [`${where}: video.poster: ${poster} is missing`] : []),
  ];
}

function findFolderErrors(folder: string, schema: z.ZodType, tree: Tree, pictures: ReadonlySet<string>): string[] {
  const placed: TextFile[] = [];
  const names = tree.list(`content/${folder}`);
  const errors = names
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => {
      const where = `content/${folder}/${file}`;
      const [locale] = file.split('/');
      if (!isLocale(locale)) return [`${where}: move the file to a folder named en, fr or pt`];
      const text = tree.read(where);
      const { data, errors } = readFields(text, where, locale, schema);
      if (data) placed.push({ file, data });
      return [
        ...errors,
        ...(data ? findGuideErrors(folder, data, where, pictures) : []),
        ...findBrokenLinks(text, where, tree),
        ...findPictureErrors(text, where, (path) => pictures.has(path)),
      ];
    });
  const categories = names.includes('categories.yaml') ? tree.read(`content/${folder}/categories.yaml`) : '';
  return [...errors, ...lintSlugs(folder, placed, categories)];
}

/**
 * Finds invalid fields, unknown variables, duplicate paths, and images that are missing or lack an alternative text.
 */
export function lintTexts(tree: Tree): LintFinding[] {
  const files = new Set(tree.list('public').map((file) => `public/${file}`));
  return toErrors(Object.entries(schemas).flatMap(([folder, schema]) => findFolderErrors(folder, schema, tree, files)));
}
