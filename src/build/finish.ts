import { mkdir, readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { AstroIntegration } from 'astro';
import type { Task } from './finish-files.ts';

const textFiles = new Set(['.html', '.css', '.js', '.json', '.svg', '.xml', '.txt', '.webmanifest']);
const cache = 'node_modules/.cache/compressed';

/** In a thread of its own: beside the heap of a whole build, each compressed page would make that heap be swept. */
function finishIn(worker: string, task: Task): Promise<string[]> {
  return new Promise((done, fail) => {
    const thread = new Worker(worker, { workerData: task });
    thread.once('message', done);
    thread.once('error', fail);
  });
}

async function finishAll(files: readonly string[]): Promise<void> {
  await mkdir(cache, { recursive: true });
  const threads = availableParallelism();
  const shares = Array.from({ length: threads }, (_, thread) => files.filter((_file, at) => at % threads === thread));
  const worker = resolve('src/build/finish-files.ts');
  const used = new Set((await Promise.all(shares.map((share) => finishIn(worker, { files: share, cache })))).flat());
  const stale = (await readdir(cache)).filter((name) => !used.has(name));
  await Promise.all(stale.map((name) => rm(join(cache, name), { force: true })));
}

/**
 * Narrows the policy of each page, then writes a .br and a .gz beside each text file, so that no server compresses a
 * page twice; those of files that did not change are taken from the build before.
 */
export function finish(): AstroIntegration {
  return {
    name: 'finish',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const entries = await readdir(fileURLToPath(dir), { recursive: true, withFileTypes: true });
        const files = entries
          .filter((entry) => entry.isFile() && textFiles.has(extname(entry.name)))
          .map((entry) => join(entry.parentPath, entry.name));
        await finishAll(files);
        logger.info(`${files.length} files compressed`);
      },
    },
  };
}
