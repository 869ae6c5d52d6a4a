import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '#lib/canonical-json.ts';
import type { Catalog } from './catalog.ts';

/** Not served, like every file of the site that begins with a dot. */
const fileName = '.catalog';

/** Equal catalogs have the same hash: packages, prices, rules, payout terms and the firm. */
export function hashCatalog(catalog: Catalog): string {
  return createHash('sha256').update(canonicalJson(catalog)).digest('hex');
}

export function writeSiteHash(siteFolder: string, catalog: Catalog): void {
  writeFileSync(join(siteFolder, fileName), hashCatalog(catalog));
}

/** Undefined if the site was built without one. */
export function readSiteHash(siteFolder: string): string | undefined {
  const file = join(siteFolder, fileName);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
