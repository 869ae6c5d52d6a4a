import { isMap, parseDocument } from 'yaml';
import { z } from 'zod';
import { defaultLocale, isLocale, locales } from '#i18n/locales.ts';
import { errorsOf, readYaml } from './content-error.ts';
import { isKnownPath, linksOf } from './links.ts';
import { lintStrings } from './lint-strings.ts';
import type { LintFinding, Tree } from './work-tree.ts';

const collections = ['faq', 'thor-faq', 'guides', 'legal', 'agreements', 'blog', 'pages'] as const;

/** The `updatedAt` of a text; undefined if it has none. Other fields may contain template variables. */
function readUpdatedAt(source: string): string | undefined {
  const [, head = ''] = source.split(/^---\r?$/m);
  const fields = parseDocument(head, { schema: 'failsafe' });
  const day = fields.contents && isMap(fields.contents) ? fields.get('updatedAt') : undefined;
  return typeof day === 'string' ? day : undefined;
}

/**
 * The day on which the source changed after its translation; undefined if it didn't. Uses the dates in the texts or,
 * without them, the history of the files.
 */
function findLaterChange(tree: Tree, translation: string, source: string): string | undefined {
  const [translationDay = '', sourceDay = ''] = [translation, source].map((file) => readUpdatedAt(tree.read(file)));
  if (translationDay && sourceDay) return translationDay < sourceDay ? sourceDay : undefined;
  const [translatedAt, changedAt] = [tree.changedAt?.(translation) ?? 0, tree.changedAt?.(source) ?? 0];
  return translatedAt < changedAt ? new Date(changedAt * 1000).toISOString().slice(0, 10) : undefined;
}

function findOutdatedTranslations(tree: Tree, collection: string): LintFinding[] {
  const files = tree.list(`content/${collection}`).filter((file) => file.endsWith('.md'));
  const names = files.filter((file) => file.startsWith(`${defaultLocale}/`)).map((file) => file.slice(3));
  const findings: LintFinding[] = [];
  for (const locale of locales.filter((other) => other !== defaultLocale)) {
    for (const name of names) {
      const file = `${locale}/${name}`;
      const where = `content/${collection}/${file}`;
      if (files.includes(file)) {
        const source = `content/${collection}/${defaultLocale}/${name}`;
        const day = findLaterChange(tree, where, source);
        if (day) {
          findings.push({
            kind: 'warning',
            text: `${where} is older than its English source: translate what changed in ${source} on ${day}`,
          });
        }
      } else {
        findings.push({ kind: 'warning', text: `${where} is missing: the page shows the English text` });
      }
    }
    for (const file of files.filter((path) => path.startsWith(`${locale}/`) && !names.includes(path.slice(3)))) {
      findings.push({
        kind: 'error',
        text: `content/${collection}/${file} has no English source: no page shows it`,
      });
    }
  }
  return findings;
}

function findDeadLinks(tree: Tree): LintFinding[] {
  const sources = new Map<string, string[]>();
  for (const collection of collections) {
    for (const file of tree.list(`content/${collection}`).filter((name) => name.endsWith('.md'))) {
      const where = `content/${collection}/${file}`;
      const dead = linksOf(tree.read(where)).filter((path) => !isKnownPath(path));
      for (const path of new Set(dead)) sources.set(path, [...(sources.get(path) ?? []), where]);
    }
  }
  return [...sources].map(([path, files]) => ({
    kind: 'warning',
    text: `${path} is not a page: its text appears without a link in ${files[0]}${files.length > 1 ? ` and ${files.length - 1} more` : ''}`,
  }));
}

export function lintSite(tree: Tree): readonly LintFinding[] {
  return [
    ...collections.flatMap((collection) => findOutdatedTranslations(tree, collection)),
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
  return files.flatMap((file): LintFinding[] => {
    const where = `content/${file}`;
    const read = () => readYaml(tree.read(where), where, z.unknown());
    const broken = errorsOf(read);
    if (broken.length > 0) return broken.map((text) => ({ kind: 'error', text }));
    const missing = findMissing(read(), '');
    return missing.map((text) => ({ kind: 'warning', text: `${where}: ${text}: the page shows the English text` }));
  });
}
