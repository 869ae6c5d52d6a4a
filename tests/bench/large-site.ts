import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { locales } from '../../src/i18n/locales.ts';
import { onEnd } from './clean-up.ts';
import { isShort } from './sized.ts';

const firstId = 1_000;
const parts = ['src', 'content', 'public', 'astro.config.mjs', 'package.json', 'package-lock.json', 'tsconfig.json'];

const buildCaches = ['.astro', '.cache', '.vite'];

/** Links the installed packages without their build caches, so that the copy starts cold and leaves ours alone. */
function linkPackages(root: string): void {
  const copiedModules = join(root, 'node_modules');
  mkdirSync(copiedModules);
  for (const name of readdirSync('node_modules').filter((each) => !buildCaches.includes(each))) {
    symlinkSync(resolve('node_modules', name), join(copiedModules, name));
  }
}

/** Copies what our last build left, so that the copy's next one builds only what changes. */
function copyBuild(root: string): void {
  const built = ['dist', ...buildCaches.map((name) => join('node_modules', name))];
  for (const path of built.filter((each) => existsSync(each))) cpSync(path, join(root, path), { recursive: true });
}

/** Copies a text under new ids in each of its languages. */
function multiply(root: string, folder: string, count: number, rename: (text: string, id: number) => string): void {
  for (const locale of locales) {
    const base = join(root, 'content', folder, locale);
    const texts = readdirSync(base).map((file) => ({ file, text: readFileSync(join(base, file), 'utf8') }));
    for (let index = 0; index < count; index += 1) {
      const { file = '', text = '' } = texts[index % texts.length] ?? {};
      const id = firstId + index;
      const name = folder === 'faq' ? file.replace(/^(\d+)-\d+-/, `$1-${id}-`) : file.replace(/^\d+/, String(id));
      writeFileSync(join(base, name), rename(text, id));
    }
  }
}

export type SiteSize = { readonly questions: number; readonly articles: number };

/** The id takes the place of as many characters, so that no title gets longer than titles may be. */
const numbered = (text: string, field: string, id: number) =>
  text.replace(/^id: \d+$/m, `id: ${id}`).replace(new RegExp(`^${field}: ".{6}`, 'm'), `${field}: "${id}: `);

/** A folder that builds this site with its questions and articles copied many times. */
export function copyLargeSite({ questions, articles }: SiteSize): string {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-large-'));
  onEnd(() => rmSync(root, { recursive: true, force: true }));
  for (const part of parts) cpSync(part, join(root, part), { recursive: true });
  linkPackages(root);
  if (isShort) copyBuild(root);
  multiply(root, 'faq', questions, (text, id) => numbered(text, 'question', id));
  multiply(root, 'blog', articles, (text, id) => numbered(text, 'title', id));
  return root;
}
