import { listNamespaces, readStrings } from '#content/ui-strings.ts';

/** Dotted keys of all namespaces; none of them may appear as text on a page. */
export function readKeys(): ReadonlySet<string> {
  const keys = listNamespaces('en').flatMap((namespace) => [...readStrings('en', namespace).keys()]);
  return new Set(keys.filter((key) => key.includes('.')));
}
