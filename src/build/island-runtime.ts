import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import visible from 'astro/runtime/client/visible.prebuilt.js';
import islands from 'astro/runtime/server/astro-island.prebuilt.js';

const text = `${visible}${islands}`;
const path = `/_astro/islands.${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.js`;
const inlined = [visible, islands].map((script) => `<script>${script}</script>`);

/**
 * Loads what starts the islands from one file after the first paint, instead of repeating it in every page's first
 * round trip. Screens whose island starts at once keep it.
 */
export function deferIslands(html: string): string {
  if (!html.includes('<astro-island') || !inlined.every((script) => html.includes(script))) return html;
  return inlined
    .reduce((page, script) => page.replace(script, ''), html)
    .replace('<astro-island', () => `<astro-island data-script="${path}"`);
}

export function writeIslandRuntime(folder: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
