import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Publishes a second version of the rules as an editor would, in a copy of the project: `change` is applied to a copy
 * of v1.
 * @param folder an empty one, for the copy
 */
export function publishLaterRules(folder: string, change: (v1: string) => string): void {
  for (const name of readdirSync('.')) {
    if (name !== 'content') symlinkSync(resolve(name), join(folder, name));
  }
  cpSync('content', join(folder, 'content'), { recursive: true });
  const catalog = join(folder, 'content/catalog');
  const v1 = readFileSync(join(catalog, 'rules/v1.yaml'), 'utf8');
  const v2 = v1.replace('version: v1', 'version: v2').replace(/effectiveFrom: .*/, 'effectiveFrom: 2026-11-20');
  writeFileSync(join(catalog, 'rules/v2.yaml'), change(v2));
  const payouts = readFileSync(join(catalog, 'payouts.yaml'), 'utf8');
  writeFileSync(join(catalog, 'payouts.yaml'), payouts + payouts.slice(payouts.indexOf('  v1:')).replace('v1:', 'v2:'));
  const packages = readFileSync(join(catalog, 'packages.yaml'), 'utf8');
  writeFileSync(join(catalog, 'packages.yaml'), packages.replace('rulesVersion: v1', 'rulesVersion: v2'));
}
