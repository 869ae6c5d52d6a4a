import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { cardPath } from '../content/card.ts';
import { getCatalog } from '../content/catalog.ts';

const altTag = /<meta property="og:image:alt" content="([^"]*)"/;
const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', '#34': '"', '#39': "'", lt: '<', gt: '>' };
const cache = 'node_modules/.cache/cards';
const workers = 4;

function decode(text: string): string {
  return text.replace(/&(amp|quot|#34|#39|lt|gt);/g, (whole, name: string) => entities[name] ?? whole);
}

/** The words that the built pages want on a picture, each once. */
async function collectWords(root: string): Promise<Set<string>> {
  const words = new Set<string>();
  for (const name of await readdir(root, { recursive: true })) {
    if (!name.endsWith('.html')) continue;
    const alt = altTag.exec(await readFile(join(root, name), 'utf8'))?.[1];
    if (alt !== undefined) words.add(decode(alt));
  }
  return words;
}

/** A picture costs some twenty times a page: each is drawn once and kept beside the installed packages. */
async function getCard(name: string, words: string): Promise<Buffer> {
  const kept = join(cache, name);
  const found = await readFile(kept).catch(() => undefined);
  if (found) return found;
  const { drawCard } = await import('./card-picture.ts');
  const picture = await drawCard(words, getCatalog().site.name);
  await writeFile(kept, picture);
  return picture;
}

/** Draws the Open Graph picture of each built page, from the words its `og:image:alt` carries. */
export function cards(): AstroIntegration {
  return {
    name: 'cards',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const root = fileURLToPath(dir);
        const words = await collectWords(root);
        await Promise.all([mkdir(cache, { recursive: true }), mkdir(join(root, 'og'), { recursive: true })]);
        const queue = words.values();
        const work = async () => {
          for (const each of queue) {
            const path = cardPath(each);
            await writeFile(join(root, path), await getCard(basename(path), each));
          }
        };
        await Promise.all(Array.from({ length: workers }, work));
        logger.info(`${words.size} pictures for shared links`);
      },
    },
  };
}
