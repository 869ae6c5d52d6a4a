import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { getCatalog } from '../content/catalog.ts';
import { ogImagePath } from '../content/og-image.ts';
import type { OgImageTask } from './og-image-files.ts';
import { openWorker, type WorkerHandle } from './worker.ts';

const altTag = /<meta property="og:image:alt" content="([^"]*)"/;
const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', '#34': '"', '#39': "'", lt: '<', gt: '>' };
const cache = 'node_modules/.cache/cards';

function decode(text: string): string {
  return text.replace(/&(amp|quot|#34|#39|lt|gt);/g, (whole, name: string) => entities[name] ?? whole);
}

function wordsOf(html: string): string | undefined {
  const alt = altTag.exec(html)?.[1];
  return alt === undefined ? undefined : decode(alt);
}

/** The distinct titles that the built pages need an image for. */
async function collectWords(root: string): Promise<Set<string>> {
  const titles = new Set<string>();
  for (const name of await readdir(root, { recursive: true })) {
    if (!name.endsWith('.html')) continue;
    const found = wordsOf(await readFile(join(root, name), 'utf8'));
    if (found !== undefined) titles.add(found);
  }
  return titles;
}

/** Draws the Open Graph image of each built page from its `og:image:alt`. */
export function cards() {
  let thread: WorkerHandle<OgImageTask, undefined> | undefined;
  const drawn = new Map<string, Promise<string>>();

  /** An image takes about twenty times as long as a page, so images are cached across builds. */
  const draw = async (title: string): Promise<string> => {
    const file = join(cache, basename(ogImagePath(title)));
    thread ??= openWorker(resolve('src/build/og-image-files.ts'));
    await thread.ask({ text: title, brand: getCatalog().site.name, file });
    return file;
  };

  const getOgImage = (title: string): Promise<string> => {
    const card = drawn.get(title) ?? draw(title);
    drawn.set(title, card);
    return card;
  };

  const drawAhead = (html: Uint8Array): void => {
    const title = wordsOf(Buffer.from(html).toString());
    if (title !== undefined) void getOgImage(title);
  };

  const integration: AstroIntegration = {
    name: 'cards',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const root = fileURLToPath(dir);
        const titles = await collectWords(root);
        await mkdir(join(root, 'og'), { recursive: true });
        await Promise.all(
          [...titles].map(async (each) => copyFile(await getOgImage(each), join(root, ogImagePath(each)))),
        );
        await thread?.close();
        logger.info(`${titles.size} pictures for shared links`);
      },
    },
  };
  return { drawAhead, integration };
}
