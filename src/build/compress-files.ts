import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { packedCopies as cache, writeFileAtomically } from './atomic-write.ts';
import { narrowPolicy } from './policy.ts';
import { handleTasks } from './worker.ts';

/** A newly rendered page, or the paths of all files in the build. */
export type CompressTask = { readonly html: Uint8Array } | { readonly files: readonly string[] };

/** Smaller files save less than the extra headers cost. */
const minCompressBytes = 512;
/** Higher levels take longer and shrink a page by another 1 %; only the highest, thirty times as slow, by 10 %. */
const brotliQuality = { most: 5, best: 11 };
/** Smaller files get the best quality at little cost. So do all scripts, which take 2 s in total. */
const smallBytes = 16_384;
/** A public page that the usual quality leaves longer gets the best: beyond this, it costs a phone another round trip. */
const firstRoundTripBytes = 14_000;
/** Pages fit into this window; a larger one takes 50 % longer and saves nothing. */
const brotliWindow = 17;
const gzipLevel = 6;
/** Copies made with other settings aren't reused. */
const settings = JSON.stringify(['scripts', brotliQuality, smallBytes, firstRoundTripBytes, brotliWindow, gzipLevel]);

const brotli = (bytes: Buffer, quality: number) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: brotliWindow,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

const compressions = {
  br: (bytes: Buffer, isScript: boolean) => {
    const usual = brotli(bytes, isScript || bytes.length < smallBytes ? brotliQuality.best : brotliQuality.most);
    const isLong = usual.length > firstRoundTripBytes && bytes.includes('<body class="site"');
    return isLong ? brotli(bytes, brotliQuality.best) : usual;
  },
  gz: (bytes: Buffer) => gzipSync(bytes, { level: gzipLevel }),
};

function readNarrowed(file: string): Buffer {
  const bytes = readFileSync(file);
  if (!file.endsWith('.html')) return bytes;
  const html = bytes.toString();
  const narrowed = narrowPolicy(html);
  if (narrowed !== html) writeFileSync(file, narrowed);
  return Buffer.from(narrowed);
}

/** Returns the extension and cache name of each compressed copy; nothing for files below `worthwhileBytes`. */
function pack(bytes: Buffer, isScript = false): readonly (readonly [ending: string, name: string])[] {
  if (bytes.length < minCompressBytes) return [];
  const digest = createHash('sha256').update(settings).update(bytes).digest('hex');
  return Object.entries(compressions).map(([ending, compress]) => {
    const name = `${digest}.${ending}`;
    const cachedPath = join(cache, name);
    if (!existsSync(cachedPath)) writeFileAtomically(cachedPath, compress(bytes, isScript));
    return [ending, name];
  });
}

/** Hard-links the cached copy if the file system supports it, which takes no extra space. */
function linkOrCopy(cachedPath: string, target: string): void {
  rmSync(target, { force: true });
  try {
    linkSync(cachedPath, target);
  } catch {
    copyFileSync(cachedPath, target);
  }
}

function compress(file: string): string[] {
  const copies = pack(readNarrowed(file), file.endsWith('.js'));
  // An earlier build may have left compressed copies.
  if (copies.length === 0) for (const ending of Object.keys(compressions)) rmSync(`${file}.${ending}`, { force: true });
  return copies.map(([ending, name]) => {
    linkOrCopy(join(cache, name), `${file}.${ending}`);
    return name;
  });
}

mkdirSync(cache, { recursive: true });
/** Answers with the names of each file's copies in the cache. */
handleTasks((task: CompressTask): readonly (readonly string[])[] => {
  if ('files' in task) return task.files.map(compress);
  pack(Buffer.from(narrowPolicy(Buffer.from(task.html).toString())));
  return [];
});
