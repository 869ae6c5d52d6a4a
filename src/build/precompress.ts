import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AstroIntegration } from 'astro';

const textFiles = new Set(['.html', '.css', '.js', '.json', '.svg', '.xml', '.txt', '.webmanifest']);
const endings = ['br', 'gz'] as const;
/** Below this a compressed copy saves less than its headers cost. */
const worthwhileBytes = 512;
/** Above these a page takes longer, to get smaller by a hundredth. */
const brotliQuality = 5;
const gzipLevel = 6;
const workers = 8;
const cache = 'node_modules/.cache/compressed';
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Gives the name under which the copies are kept; nothing for a file that is too small to have any. */
async function compress(file: string, kept: ReadonlySet<string>): Promise<string | undefined> {
  const bytes = await readFile(file);
  if (bytes.length < worthwhileBytes) return undefined;
  const name = createHash('sha256').update(bytes).digest('hex');
  if (endings.every((ending) => kept.has(`${name}.${ending}`))) {
    await Promise.all(endings.map((ending) => copyFile(join(cache, `${name}.${ending}`), `${file}.${ending}`)));
    return name;
  }
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([toBrotli(bytes, { params }), toGzip(bytes, { level: gzipLevel })]);
  const write = (path: string) => [writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)];
  await Promise.all([...write(file), ...write(join(cache, name))]);
  return name;
}

async function compressAll(files: readonly string[]): Promise<void> {
  await mkdir(cache, { recursive: true });
  const kept = new Set(await readdir(cache));
  const used = new Set<string>();
  const queue = files.values();
  const work = async () => {
    for (const file of queue) {
      const name = await compress(file, kept);
      if (name) for (const ending of endings) used.add(`${name}.${ending}`);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  const stale = [...kept].filter((name) => !used.has(name));
  await Promise.all(stale.map((name) => rm(join(cache, name), { force: true })));
}

/**
 * Writes a .br and a .gz beside each text file of the built site, so that no server compresses a page twice; those of
 * files that did not change are taken from the build before.
 */
export function precompress(): AstroIntegration {
  return {
    name: 'precompress',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const root = fileURLToPath(dir);
        const entries = await readdir(root, { recursive: true, withFileTypes: true });
        const files = entries
          .filter((entry) => entry.isFile() && textFiles.has(extname(entry.name)))
          .map((entry) => join(entry.parentPath, entry.name));
        await compressAll(files);
        logger.info(`${files.length} files compressed`);
      },
    },
  };
}
