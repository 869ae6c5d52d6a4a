import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { Parser } from 'htmlparser2';
import { getCatalog } from '#content/catalog.ts';
import { ogImagePath } from '#content/og-image.ts';
import { renderOgImage } from './render-og-image.ts';

const cache = 'node_modules/.cache/og-images';

function findTitle(html: string): string | undefined {
  let title: string | undefined;
  const parser = new Parser({
    onopentag(name, { property, content }) {
      if (name === 'meta' && property === 'og:image:alt') title = content;
      if (title !== undefined || name === 'body') parser.pause();
    },
  });
  parser.write(html);
  return title;
}

/** Rendering an image takes about twenty times as long as rendering a page, so images are cached across builds. */
async function writeImage(root: string, title: string): Promise<void> {
  const path = ogImagePath(title);
  const cached = join(cache, basename(path));
  if (!existsSync(cached)) {
    await writeFile(`${cached}.unfinished`, await renderOgImage(title, getCatalog().site.name));
    await rename(`${cached}.unfinished`, cached);
  }
  await copyFile(cached, join(root, path));
}

/** Renders the Open Graph image of each built page from its `og:image:alt`. */
export function ogImages(): AstroIntegration {
  return {
    name: 'og-images',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const root = fileURLToPath(dir);
        const pages = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.html'));
        const titles = new Set<string>();
        for (const name of pages) {
          const title = findTitle(await readFile(join(root, name), 'utf8'));
          if (title !== undefined) titles.add(title);
        }
        await mkdir(cache, { recursive: true });
        await mkdir(join(root, 'og'), { recursive: true });
        const queue = titles.values();
        const work = async () => {
          for (const title of queue) await writeImage(root, title);
        };
        await Promise.all(Array.from({ length: 2 * availableParallelism() }, work));
        logger.info(`${titles.size} pictures for shared links`);
      },
    },
  };
}
