import { z } from 'zod';
import { defaultLocale, isLocale, locales } from '#i18n/locales.ts';
import { errorsOf, readYaml } from './content-error.ts';
import type { LintFinding, Tree } from './work-tree.ts';

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
export function lintYaml(tree: Tree): LintFinding[] {
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
