import { readdirSync, readFileSync } from 'node:fs';

export type UiStrings = { readonly [key: string]: string | UiStrings };

const folder = 'public/locales';

/** `{ a: { b: 'x' } }` → `a.b` → `x`. */
export function flattenKeys(strings: UiStrings, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(strings).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${prefix}${key}`, value] as const] : [...flattenKeys(value, `${prefix}${key}.`)],
    ),
  );
}

export function listNamespaces(language: string): readonly string[] {
  return readdirSync(`${folder}/${language}`)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace(/\.json$/, ''));
}

/** One namespace of UI strings with dotted keys; empty if the language has no such file. */
export function readStrings(language: string, namespace: string): Map<string, string> {
  if (!listNamespaces(language).includes(namespace)) return new Map();
  return flattenKeys(JSON.parse(readFileSync(`${folder}/${language}/${namespace}.json`, 'utf8')));
}
