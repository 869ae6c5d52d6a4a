import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { getCatalog } from '#content/catalog.ts';
import { writeSiteHash } from '#content/catalog-hash.ts';

/** Records which catalog the pages show, so that a server with another one doesn't start. */
export function stampCatalog(): AstroIntegration {
  return {
    name: 'stamp-catalog',
    hooks: { 'astro:build:done': ({ dir }) => writeSiteHash(fileURLToPath(dir), getCatalog()) },
  };
}
