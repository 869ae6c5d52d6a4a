import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AstroIntegration } from 'astro';

const textFiles = new Set(['.html', '.css', '.js', '.json', '.svg', '.xml', '.txt', '.webmanifest']);
/** Below this a compressed copy saves less than its headers cost. */
const worthwhileBytes = 512;
/** Above this a page takes twenty times as long and gets no smaller worth speaking of. */
const brotliQuality = 6;
const workers = 8;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < worthwhileBytes) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [brotli, zipped] = await Promise.all([toBrotli(bytes, { params }), toGzip(bytes, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)]);
}

/** Writes a .br and a .gz beside each text file of the built site, so that no server compresses a page twice. */
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
        const queue = files.values();
        const work = async () => {
          for (const file of queue) await compress(file);
        };
        await Promise.all(Array.from({ length: workers }, work));
        logger.info(`${files.length} files compressed`);
      },
    },
  };
}
