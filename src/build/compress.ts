import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AstroIntegration } from 'astro';

const cache = 'node_modules/.cache/compressed';
const textFiles = new Set(['.html', '.css', '.js', '.json', '.svg', '.xml', '.txt', '.webmanifest']);
/** Smaller files save less than the extra headers cost. */
const minBytes = 512;
/** The best takes thirty times as long and shrinks a page by a tenth: for scripts, what is short and the longest public pages. */
const brotliQuality = process.env.COMPRESSION === 'quick' ? { most: 5, best: 5 } : { most: 9, best: 11 };
const shortBytes = 16_384;
const longPackedBytes = 22_600;
/** Copies made with other settings aren't reused. */
const settings = JSON.stringify([brotliQuality, shortBytes, longPackedBytes]);

const brotli = (bytes: Buffer, quality: number) =>
  promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

const compressions = {
  br: async (bytes: Buffer, isScript: boolean) => {
    if (isScript || bytes.length < shortBytes) return brotli(bytes, brotliQuality.best);
    const usual = await brotli(bytes, brotliQuality.most);
    const isLong = usual.length > longPackedBytes && bytes.includes('<body class="site"');
    return isLong ? brotli(bytes, brotliQuality.best) : usual;
  },
  gz: (bytes: Buffer) => promisify(gzip)(bytes),
};

/** @returns the names of the file's copies in the cache */
async function compressFile(file: string): Promise<string[]> {
  const bytes = await readFile(file);
  if (bytes.length < minBytes) return [];
  const digest = createHash('sha256').update(settings).update(bytes).digest('hex');
  const names: string[] = [];
  for (const [ending, pack] of Object.entries(compressions)) {
    const name = `${digest}.${ending}`;
    const cached = join(cache, name);
    if (!existsSync(cached)) {
      // Either complete or absent, even if this build is killed.
      const unfinished = `${cached}.${createHash('sha256').update(file).digest('hex')}`;
      await writeFile(unfinished, await pack(bytes, file.endsWith('.js')));
      await rename(unfinished, cached);
    }
    await copyFile(cached, `${file}.${ending}`);
    names.push(name);
  }
  return names;
}

/** Writes .br and .gz copies of each text file, so that no server compresses anything per request. */
export function compress(): AstroIntegration {
  return {
    name: 'compress',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        await mkdir(cache, { recursive: true });
        const entries = await readdir(fileURLToPath(dir), { recursive: true, withFileTypes: true });
        const files = entries
          .filter((entry) => entry.isFile() && textFiles.has(extname(entry.name)))
          .map((entry) => join(entry.parentPath, entry.name));
        const used = new Set<string>();
        const queue = files.values();
        const work = async () => {
          for (const file of queue) for (const name of await compressFile(file)) used.add(name);
        };
        await Promise.all(Array.from({ length: 2 * availableParallelism() }, work));
        for (const name of await readdir(cache)) if (!used.has(name)) await rm(join(cache, name));
        logger.info(`${files.length} files compressed`);
      },
    },
  };
}
