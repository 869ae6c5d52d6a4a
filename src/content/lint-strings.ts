import { defaultLocale, locales } from '#i18n/locales.ts';
import { findTypographyErrors } from './lint-typography.ts';
import { flattenKeys } from './ui-strings.ts';
import { type LintFinding, type Tree, toErrors } from './work-tree.ts';

const folder = 'public/locales';
const pluralEnding = /_(?:one|many|other)$/;
/** The specification requires two Spanish strings and no pages. */
const spanish = { file: 'es/common.json', keys: ['welcome', 'priceRange'] };

type Strings = ReadonlyMap<string, string>;

function readNamespace(tree: Tree, file: string): Strings {
  return flattenKeys(JSON.parse(tree.read(`${folder}/${file}`)));
}

function valuesOf(text: string): string {
  return [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name))].toSorted().join(', ');
}

function compare(where: string, source: Strings, translation: Strings): string[] {
  const missing = [...source.keys()].filter((key) => !translation.get(key));
  const isPluralOf = (key: string) => pluralEnding.test(key) && source.has(key.replace(pluralEnding, '_other'));
  const unknown = [...translation.keys()].filter((key) => !source.has(key) && !isPluralOf(key));
  const differing = [...translation].filter(
    ([key, text]) => source.has(key) && valuesOf(source.get(key) ?? '') !== valuesOf(text),
  );
  return [
    ...missing.map((key) => `${where}: ${key} is missing`),
    ...unknown.map((key) => `${where}: ${key} is not in the English strings`),
    ...differing.map(([key]) => `${where}: ${key} must use the values ${valuesOf(source.get(key) ?? '') || '(none)'}`),
  ];
}

/** Everything in code that may be a key: words, dotted words and their endings, and templates with placeholders. */
function readUses(tree: Tree): { readonly names: ReadonlySet<string>; readonly templates: readonly RegExp[] } {
  const names = new Set<string>();
  const templates = new Set<string>();
  for (const file of tree.list('src').filter((name) => /\.(?:tsx?|astro|mjs)$/.test(name))) {
    const code = tree.read(`src/${file}`);
    for (const [word] of code.matchAll(/[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)*/g)) {
      const parts = word.split('.');
      for (let start = 0; start < parts.length; start += 1) names.add(parts.slice(start).join('.'));
    }
    for (const [, start = '', end = ''] of code.matchAll(/`([\w.-]*)\$\{[^}`]*\}([\w.-]*)/g)) {
      if (start.length + end.length > 2) templates.add(`^${escapeDots(start)}(?<name>[\\w-]+)${escapeDots(end)}`);
    }
  }
  return { names, templates: [...templates].map((text) => new RegExp(text)) };
}

function escapeDots(text: string): string {
  return text.replaceAll('.', '\\.');
}

function findUnused(file: string, source: Strings, uses: ReturnType<typeof readUses>): string[] {
  // A template of an ending alone, such as `${action}_text`, uses only keys of a name that stands in the code.
  const isFilled = (template: RegExp, key: string) => {
    const name = template.exec(key)?.groups?.['name'];
    return name !== undefined && (!key.startsWith(name) || uses.names.has(name));
  };
  const isUsed = (key: string) => uses.names.has(key) || uses.templates.some((template) => isFilled(template, key));
  return [...new Set([...source.keys()].map((key) => key.replace(pluralEnding, '')))]
    .filter((key) => !isUsed(key))
    .map((key) => `${folder}/${file}: ${key} is not used`);
}

/** Finds UI strings that are missing, unknown or unused, and those with wrong typography or placeholders. */
export function lintStrings(tree: Tree): LintFinding[] {
  const files = tree.list(folder);
  const uses = readUses(tree);
  const errors: string[] = [];
  for (const file of files.filter((name) => name.startsWith(`${defaultLocale}/`))) {
    const source = readNamespace(tree, file);
    errors.push(...findUnused(file, source, uses));
    for (const locale of locales) {
      const name = file.replace(`${defaultLocale}/`, `${locale}/`);
      const texts = files.includes(name) ? readNamespace(tree, name) : new Map<string, string>();
      errors.push(...compare(`${folder}/${name}`, source, texts));
      for (const [key, text] of texts) {
        errors.push(...findTypographyErrors(text, locale).map((error) => `${folder}/${name}: ${key} ${error}`));
      }
    }
  }
  const given = files.includes(spanish.file) ? [...readNamespace(tree, spanish.file).keys()] : [];
  if (given.join() !== spanish.keys.join())
    errors.push(`${folder}/${spanish.file} must hold ${spanish.keys.join(' and ')}`);
  return toErrors(errors);
}
