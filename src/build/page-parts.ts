import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from './atomic-write.ts';

const cache = 'node_modules/.cache/page-parts';
const named = /"\/_astro\/((?:late|props)\.[\w-]+\.(?:css|json))"/g;

/**
 * Keeps what a page's first round trip doesn't need, for the file that the page names instead. Pages with the same
 * part share it.
 * @returns the file's path
 */
export function keepPart(kind: 'late' | 'props', ending: 'css' | 'json', text: string): string {
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 8);
  const name = `${kind}.${digest}.${ending}`;
  mkdirSync(cache, { recursive: true });
  if (!existsSync(join(cache, name))) writeFileAtomically(join(cache, name), Buffer.from(text));
  return `/_astro/${name}`;
}

/** Writes the parts that the built pages name, also of pages that this build didn't write, and forgets the others. */
export function writeParts(root: string, pages: readonly string[]): void {
  const names = new Set(
    pages.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(named)].map(([, name = '']) => name)),
  );
  mkdirSync(cache, { recursive: true });
  mkdirSync(join(root, '_astro'), { recursive: true });
  for (const name of names) copyFileSync(join(cache, name), join(root, '_astro', name));
  for (const name of readdirSync(cache)) if (!names.has(name)) rmSync(join(cache, name));
}
