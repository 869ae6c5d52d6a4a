import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { narrowPolicy } from './policy.ts';

export type Task = { readonly files: readonly string[]; readonly cache: string };

/** Below this a compressed copy saves less than its headers cost. */
const worthwhileBytes = 512;
/** Above these a page takes longer, to get smaller by a hundredth. */
const brotliQuality = 5;
const gzipLevel = 6;

const compressions = {
  br: (bytes: Buffer) => {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    return brotliCompressSync(bytes, { params });
  },
  gz: (bytes: Buffer) => gzipSync(bytes, { level: gzipLevel }),
};

function readFinished(file: string): Buffer {
  const bytes = readFileSync(file);
  if (!file.endsWith('.html')) return bytes;
  const html = bytes.toString();
  const narrowed = narrowPolicy(html);
  if (narrowed !== html) writeFileSync(file, narrowed);
  return Buffer.from(narrowed);
}

/** Gives the names under which the compressed copies are kept; none for a file that is too small to have any. */
function finish(file: string, cache: string): string[] {
  const bytes = readFinished(file);
  if (bytes.length < worthwhileBytes) return [];
  const digest = createHash('sha256').update(bytes).digest('hex');
  return Object.entries(compressions).map(([ending, compress]) => {
    const name = `${digest}.${ending}`;
    const kept = join(cache, name);
    if (!existsSync(kept)) writeFileSync(kept, compress(bytes));
    copyFileSync(kept, `${file}.${ending}`);
    return name;
  });
}

const { files, cache }: Task = workerData;
parentPort?.postMessage(files.flatMap((file) => finish(file, cache)));
