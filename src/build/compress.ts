import { mkdir, readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { packedCopies as cache } from './atomic-write.ts';
import type { CompressTask } from './compress-files.ts';
import type { KeptPages } from './kept-pages.ts';
import { openWorker, type WorkerHandle } from './worker.ts';

const textFiles = new Set(['.html', '.css', '.js', '.json', '.svg', '.xml', '.txt', '.webmanifest']);

/** The names of each file's copies in the cache. */
type Packed = readonly (readonly string[])[];

/** Runs in a worker, because in the build's own heap every compressed page would trigger garbage collection. */
const open = () => openWorker<CompressTask, Packed>(resolve('src/build/compress-files.ts'));

/**
 * Narrows each page's policy, then writes .br and .gz copies of each text file, so that no server compresses anything
 * per request. Copies of unchanged files come from the cache. Pages kept in dist/ still have their copies.
 */
export function compress(pages: KeptPages) {
  let first: WorkerHandle<CompressTask, Packed> | undefined;
  const packed: Promise<unknown>[] = [];

  /** Compresses a page before it is written, so that the final pass finds it in the cache. */
  const packAhead = (html: Uint8Array): void => {
    first ??= open();
    packed.push(first.ask({ html }));
  };

  const finishAll = async (files: readonly string[], copies: readonly string[]): Promise<void> => {
    await mkdir(cache, { recursive: true });
    await Promise.all(packed);
    const threads = Array.from({ length: availableParallelism() }, (_, at) => (at === 0 && first) || open());
    const share = (at: number) => files.filter((_file, index) => index % threads.length === at);
    const packedAt = await Promise.all(threads.map((thread, at) => thread.ask({ files: share(at) })));
    const kept = new Set([...copies, ...packedAt.flat(2)]);
    files.forEach((file, index) => {
      pages.note(file, { copies: packedAt[index % threads.length]?.[Math.floor(index / threads.length)] ?? [] });
    });
    await Promise.all(threads.map((thread) => thread.close()));
    const stale = (await readdir(cache)).filter((name) => !kept.has(name));
    await Promise.all(stale.map((name) => rm(join(cache, name), { force: true })));
  };

  const integration: AstroIntegration = {
    name: 'compress',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const entries = await readdir(fileURLToPath(dir), { recursive: true, withFileTypes: true });
        const found = entries
          .filter((entry) => entry.isFile() && textFiles.has(extname(entry.name)))
          .map((entry) => join(entry.parentPath, entry.name));
        const files = found.filter((file) => !pages.find(file));
        const copies = found.flatMap((file) => pages.find(file)?.copies ?? []);
        await finishAll(files, copies);
        logger.info(`${files.length} files compressed`);
      },
    },
  };
  return { packAhead, integration };
}
