import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { packedCopies as cache, writeFileAtomically } from './atomic-write.ts';
import { narrowPolicy } from './policy.ts';
import { handleTasks } from './worker.ts';

/** A page that was just drawn, or the files of which the build now consists. */
export type CompressTask = { readonly html: Uint8Array } | { readonly files: readonly string[] };

/** Below this a compressed copy saves less than its headers cost. */
const worthwhileBytes = 512;
/** Above these a page takes longer, to get smaller by a hundredth. */
const brotliQuality = 5;
/** No page is much longer: a larger window takes half as long again, to save nothing. */
const brotliWindow = 17;
const gzipLevel = 6;

const compressions = {
  br: (bytes: Buffer) => {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_LGWIN]: brotliWindow,
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

/** Gives the endings and names of the compressed copies; none for bytes that are too few to have any. */
function pack(bytes: Buffer): readonly (readonly [ending: string, name: string])[] {
  if (bytes.length < worthwhileBytes) return [];
  const digest = createHash('sha256').update(bytes).digest('hex');
  return Object.entries(compressions).map(([ending, compress]) => {
    const name = `${digest}.${ending}`;
    const kept = join(cache, name);
    if (!existsSync(kept)) writeFileAtomically(kept, compress(bytes));
    return [ending, name];
  });
}

/** A second name for the kept copy where the disk knows such, which costs no bytes. */
function place(kept: string, target: string): void {
  rmSync(target, { force: true });
  try {
    linkSync(kept, target);
  } catch {
    copyFileSync(kept, target);
  }
}

function compress(file: string): string[] {
  return pack(readFinished(file)).map(([ending, name]) => {
    place(join(cache, name), `${file}.${ending}`);
    return name;
  });
}

mkdirSync(cache, { recursive: true });
handleTasks((task: CompressTask): readonly string[] => {
  if ('files' in task) return task.files.flatMap(compress);
  pack(Buffer.from(narrowPolicy(Buffer.from(task.html).toString())));
  return [];
});
