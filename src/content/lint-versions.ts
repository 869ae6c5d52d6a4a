import { defaultLocale } from '#i18n/locales.ts';
import { isVersionedText, needsNewVersion, readVersion } from './versioned-text.ts';
import type { LintFinding, Tree } from './work-tree.ts';

/**
 * Finds texts that people accept whose wording changed under the same version, and translations whose version or date
 * isn't the English one: a consent stores the version.
 * @param published a file's text in the release that is live, or in the last commit; undefined if it is new
 */
export function lintVersions(tree: Tree, published: (file: string) => string | undefined): LintFinding[] {
  const files = ['legal', 'agreements']
    .flatMap((folder) => tree.list(`content/${folder}`).map((file) => `content/${folder}/${file}`))
    .filter(isVersionedText);
  const errors = files.flatMap((where) => {
    const text = tree.read(where);
    const source = where.replace(/\/\w\w\//, `/${defaultLocale}/`);
    const [own, english] = [readVersion(text), files.includes(source) ? readVersion(tree.read(source)) : undefined];
    const before = published(where);
    return [
      ...(english !== undefined && own !== english
        ? [`${where}: version and date are ${own}, in English ${english}: give both languages the same`]
        : []),
      ...(before !== undefined && needsNewVersion(before, text)
        ? [`${where}: the wording changed under version ${own}: raise the version and set its date in every language`]
        : []),
    ];
  });
  return errors.map((text) => ({ kind: 'error', text }));
}
