import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Publishes the next version of the rules as an editor would, in a copy of the project: `change` is applied to a copy
 * of the version on sale.
 * @param folder an empty one, for the copy
 * @returns both versions
 */
export function publishLaterRules(folder: string, change: (rules: string) => string): { sold: string; later: string } {
  for (const name of readdirSync('.')) {
    if (name !== 'content') symlinkSync(resolve(name), join(folder, name));
  }
  cpSync('content', join(folder, 'content'), { recursive: true });
  const catalog = join(folder, 'content/catalog');
  const packages = readFileSync(join(catalog, 'packages.yaml'), 'utf8');
  const [, sold = ''] = /rulesVersion: (v\d+)/.exec(packages) ?? [];
  const later = `v${Number(sold.slice(1)) + 1}`;
  const rules = readFileSync(join(catalog, `rules/${sold}.yaml`), 'utf8');
  const next = rules
    .replace(`version: ${sold}`, `version: ${later}`)
    .replace(/effectiveFrom: .*/, 'effectiveFrom: 2026-11-27');
  writeFileSync(join(catalog, `rules/${later}.yaml`), change(next));
  const payouts = readFileSync(join(catalog, 'payouts.yaml'), 'utf8');
  const terms = payouts.slice(payouts.indexOf(`  ${sold}:`)).replace(`${sold}:`, `${later}:`);
  writeFileSync(join(catalog, 'payouts.yaml'), payouts + terms);
  writeFileSync(join(catalog, 'packages.yaml'), packages.replace(`rulesVersion: ${sold}`, `rulesVersion: ${later}`));
  return { sold, later };
}
