import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export type PublishedRules = {
  /** The version that was on sale, and the one that replaced it. */
  readonly before: string;
  readonly after: string;
};

const rulesFile = (folder: string, version: string) => join(folder, `content/catalog/rules/${version}.yaml`);

/** Edits a file of a copied catalog. */
export function editCatalog(folder: string, file: string, change: (text: string) => string): void {
  const path = join(folder, 'content/catalog', file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

/** The payout terms of one version: its lines in payouts.yaml. */
const payoutTerms = (version: string) => new RegExp(`^  ${version}:\\n(?:    .*\\n?)+`, 'm');

/**
 * Publishes the next version of the rules as an editor would, in a copy of the project: `change` is applied to a copy
 * of the version on sale.
 * @param folder an empty one, for the copy
 * @returns both versions
 */
export function publishLaterRules(folder: string, change: (rules: string) => string): PublishedRules {
  for (const name of readdirSync('.')) {
    if (name !== 'content') symlinkSync(resolve(name), join(folder, name));
  }
  cpSync('content', join(folder, 'content'), { recursive: true });
  const numbers = readdirSync('content/catalog/rules').map((file) => Number(/^v(\d+)\.yaml$/.exec(file)?.[1]));
  const after = `v${Math.max(...numbers) + 1}`;
  const packages = readFileSync('content/catalog/packages.yaml', 'utf8');
  const [, before = ''] = /^rulesVersion: (v\d+)/m.exec(packages) ?? [];
  const copied = readFileSync(rulesFile('.', before), 'utf8').replace(/^version: .*/m, `version: ${after}`);
  writeFileSync(rulesFile(folder, after), change(copied));
  editCatalog(folder, 'payouts.yaml', (text) => {
    const [terms = ''] = payoutTerms(before).exec(text) ?? [];
    return `${text.trimEnd()}\n${terms.replace(`  ${before}:`, `  ${after}:`)}`;
  });
  editCatalog(folder, 'packages.yaml', (text) => text.replace(/^rulesVersion: .*/m, `rulesVersion: ${after}`));
  return { before, after };
}
