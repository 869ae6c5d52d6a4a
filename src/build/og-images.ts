import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { Parser } from 'htmlparser2';
import { getCatalog } from '#content/catalog.ts';
import { ogImagePath } from '#content/og-image.ts';
import type { KeptPages } from './kept-pages.ts';
import type { OgImageTask } from './og-image-files.ts';
import { openWorker, type WorkerHandle } from './worker.ts';

const cache = 'node_modules/.cache/og-images';

/** The title for a page's image; undefined if the page has none. */
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

/** The distinct titles of the built pages. Pages that are no longer part of the site are deleted later. */
async function collectTitles(root: string, pages: KeptPages, built: ReadonlySet<string>): Promise<Set<string>> {
  const titles = new Set<string>();
  for (const name of await readdir(root, { recursive: true })) {
    const file = join(root, name);
    if (!name.endsWith('.html') || !built.has(file)) continue;
    const found = pages.find(file)?.title ?? findTitle(await readFile(file, 'utf8'));
    if (found === undefined) continue;
    titles.add(found);
    pages.note(file, { title: found });
  }
  return titles;
}

/** Renders the Open Graph image of each built page from its `og:image:alt`. */
export function ogImages(pages: KeptPages) {
  let worker: WorkerHandle<OgImageTask, undefined> | undefined;
  const rendered = new Map<string, Promise<string>>();

  /** Rendering an image takes about twenty times as long as rendering a page, so images are cached across builds. */
  const render = async (title: string): Promise<string> => {
    const file = join(cache, basename(ogImagePath(title)));
    worker ??= openWorker(resolve('src/build/og-image-files.ts'));
    await worker.ask({ text: title, brand: getCatalog().site.name, file });
    return file;
  };

  const getOgImage = (title: string): Promise<string> => {
    const image = rendered.get(title) ?? render(title);
    rendered.set(title, image);
    return image;
  };

  const renderAhead = (html: Uint8Array): void => {
    const title = findTitle(Buffer.from(html).toString());
    if (title !== undefined) void getOgImage(title);
  };

  const integration: AstroIntegration = {
    name: 'og-images',
    hooks: {
      'astro:build:done': async ({ dir, assets, logger }) => {
        const root = fileURLToPath(dir);
        const built = new Set([...assets.values()].flat().map((url) => fileURLToPath(url)));
        const titles = await collectTitles(root, pages, built);
        const targets = new Map([...titles].map((title) => [join(root, ogImagePath(title)), title]));
        const folder = join(root, 'og');
        await mkdir(folder, { recursive: true });
        const orphans = (await readdir(folder)).map((name) => join(folder, name)).filter((file) => !targets.has(file));
        await Promise.all(orphans.map((file) => rm(file)));
        const missing = [...targets].filter(([target]) => !existsSync(target));
        await Promise.all(missing.map(async ([target, title]) => copyFile(await getOgImage(title), target)));
        await worker?.close();
        logger.info(`${titles.size} pictures for shared links`);
      },
    },
  };
  return { renderAhead, integration };
}
