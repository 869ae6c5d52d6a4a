import { z } from 'zod';
import { defaultLocale, isLocale, locales } from '#i18n/locales.ts';
import { errorsOf, readYaml } from './content-error.ts';
import { isKnownPath, linksOf } from './links.ts';
import { findUnseen } from './lint-body.ts';
import { lintStrings } from './lint-strings.ts';
import { readDay } from './read-day.ts';
import { type LintFinding, listTexts, type Tree, textFolders, toErrors, toWarnings } from './work-tree.ts';

/**
 * The day on which the source changed after its translation; undefined if it didn't. Uses the dates in the texts or,
 * without them, the history of the files.
 */
function findLaterChange(tree: Tree, translation: string, source: string): string | undefined {
  const [translationDay = '', sourceDay = ''] = [translation, source].map((file) =>
    readDay(tree.read(file), ['updatedAt']),
  );
  if (translationDay && sourceDay) return translationDay < sourceDay ? sourceDay : undefined;
  const [translatedAt, changedAt] = [tree.changedAt?.(translation) ?? 0, tree.changedAt?.(source) ?? 0];
  return translatedAt < changedAt ? new Date(changedAt * 1000).toISOString().slice(0, 10) : undefined;
}

function findOutdatedTranslations(tree: Tree, folder: string): LintFinding[] {
  const sources = listTexts(tree, folder, defaultLocale);
  const start = `content/${folder}/`;
  return locales
    .filter((other) => other !== defaultLocale)
    .flatMap((locale) => {
      const files = listTexts(tree, folder, locale);
      const translationOf = (source: string) => source.replace(`${start}${defaultLocale}/`, `${start}${locale}/`);
      const outdated = sources.flatMap((source) => {
        const where = translationOf(source);
        if (!files.includes(where)) return [`${where} is missing: the page shows the English text`];
        const day = findLaterChange(tree, where, source);
        return day ? [`${where} is older than its English source: translate what changed in ${source} on ${day}`] : [];
      });
      const translated = new Set(sources.map(translationOf));
      const strays = files.filter((file) => !translated.has(file));
      const errors = toErrors(strays.map((file) => `${file} has no English source: no page shows it`));
      return [...toWarnings(outdated), ...errors];
    });
}

function findDeadLinks(tree: Tree): LintFinding[] {
  const sources = new Map<string, string[]>();
  for (const where of textFolders.flatMap((folder) => listTexts(tree, folder))) {
    const dead = linksOf(tree.read(where)).filter((path) => !isKnownPath(path));
    for (const path of new Set(dead)) sources.set(path, [...(sources.get(path) ?? []), where]);
  }
  const texts = [...sources].map(([path, files]) => {
    const more = files.length > 1 ? ` and ${files.length - 1} more` : '';
    return `${path} is not a page: its text appears without a link in ${files[0]}${more}`;
  });
  return toWarnings(texts);
}

export function lintSite(tree: Tree): readonly LintFinding[] {
  return [
    ...textFolders.flatMap((folder) => findOutdatedTranslations(tree, folder)),
    ...lintYaml(tree),
    ...findDeadLinks(tree),
    ...lintStrings(tree),
  ];
}

/** A text by language: an object whose keys are locales and whose values are strings. */
function isLocalizedText(value: object): boolean {
  const entries = Object.entries(value);
  return defaultLocale in value && entries.every(([key, text]) => isLocale(key) && typeof text === 'string');
}

/** The missing locales of each text in a YAML value, with its path: `[0].title has no fr`. */
function findMissing(value: unknown, path: string): string[] {
  if (value === null || typeof value !== 'object') return [];
  if (!isLocalizedText(value)) {
    return Object.entries(value).flatMap(([key, inner]) =>
      findMissing(inner, Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`),
    );
  }
  const missing = locales.filter((locale) => !(locale in value));
  return missing.length === 0 ? [] : [`${path} has no ${missing.join(' and no ')}`];
}

/** Finds texts in YAML files that lack a language, whose readers see the English text. */
function lintYaml(tree: Tree): LintFinding[] {
  const files = tree.list('content').filter((file) => file.endsWith('.yaml'));
  return files.flatMap((file) => {
    const where = `content/${file}`;
    const read = () => readYaml(tree.read(where), where, z.unknown());
    const broken = [...findUnseen(tree.read(where), where), ...errorsOf(read)];
    if (broken.length > 0) return toErrors(broken);
    return toWarnings(findMissing(read(), '').map((text) => `${where}: ${text}: the page shows the English text`));
  });
}
