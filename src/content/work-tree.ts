import { defaultLocale, type Locale } from '#i18n/locales.ts';

/** The files that the lint reads. Tests pass their own. */
export type Tree = {
  /** Files in a folder, relative to it. */
  readonly list: (folder: string) => readonly string[];
  readonly read: (file: string) => string;
  /** When a file last changed, in Unix seconds; undefined if unknown. */
  readonly changedAt?: (file: string) => number | undefined;
};

/** Folders of texts, with one subfolder per language. */
export const textFolders = ['pages', 'legal', 'agreements', 'faq', 'thor-faq', 'guides', 'blog'] as const;

/** The texts of a folder, in one language or all, such as `content/guides/en/connection-guide.md`. */
export function listTexts(tree: Pick<Tree, 'list'>, folder: string, locale?: Locale): readonly string[] {
  const files = tree.list(`content/${folder}`).filter((file) => file.endsWith('.md'));
  return files
    .filter((file) => locale === undefined || file.startsWith(`${locale}/`))
    .map((file) => `content/${folder}/${file}`);
}

/** Texts of folders in English, as `legal/terms`. */
export const listTextNames = (tree: Tree, folders: readonly string[]): readonly string[] =>
  folders
    .flatMap((folder) => listTexts(tree, folder, defaultLocale))
    .map((file) => file.slice('content/'.length, -'.md'.length).replace(`/${defaultLocale}/`, '/'));

/** The file of a text such as `legal/terms`. */
export const textFile = (name: string, locale: string): string => `content/${name.replace('/', `/${locale}/`)}.md`;

export type LintFinding = { readonly kind: 'error' | 'warning'; readonly text: string };

export const toErrors = (texts: readonly string[]) => texts.map((text): LintFinding => ({ kind: 'error', text }));
export const toWarnings = (texts: readonly string[]) => texts.map((text): LintFinding => ({ kind: 'warning', text }));
