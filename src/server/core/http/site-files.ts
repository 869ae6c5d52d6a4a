import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cacheControl, frameRules, mediaTypes } from '#lib/site-rules.ts';
import { acceptsEncoding } from './accepts-encoding.ts';
import { pagePolicy } from './headers.ts';

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

type Encoding = (typeof encodings)[number][0];

type Variant = Encoding | 'identity';
type Header = readonly [name: string, value: string];

/** A built file; `variants` are the disk paths of the file and its compressed copies. */
export type SiteFile = {
  /** Its address, such as `/faq.html`. */
  readonly address: string;
  readonly type: string;
  readonly variants: ReadonlyMap<Variant, string>;
};

export type ServedFile = {
  readonly body: Buffer<ArrayBuffer>;
  /** Depends on the content, so all servers agree. */
  readonly etag: string;
  /** Of every response, also that the browser's copy is current. */
  readonly common: readonly Header[];
  /** Of a response with the body. */
  readonly content: readonly Header[];
};

function listAll(folder: string, prefix = ''): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = `${prefix}/${entry.name}`;
    // Build stamps and CDN rules next to the pages aren't public.
    if (/^[._]/.test(entry.name) && prefix === '' && entry.name !== '_astro') return [];
    return entry.isDirectory() ? listAll(folder, path) : [path];
  });
}

export const isPage = ({ type }: SiteFile) => type.startsWith('text/html');

/** Enough for all pages and assets as browsers ask for them. */
const maxKeptBytes = 48 * 1024 * 1024;

/** The files of one build, in memory from their first use on. Other paths never reach the disk. */
export class Site {
  readonly files: ReadonlyMap<string, SiteFile>;
  /** By disk path, the oldest first. */
  readonly #kept = new Map<string, ServedFile>();
  #keptBytes = 0;

  constructor(files: ReadonlyMap<string, SiteFile> = new Map()) {
    this.files = files;
  }

  find(path: string): SiteFile | undefined {
    const withoutSlash = path === '/' ? '/index' : path.replace(/(?<!\/)\/+$/, '');
    return (
      this.files.get(path) ?? this.files.get(`${withoutSlash}.html`) ?? this.files.get(`${withoutSlash}/index.html`)
    );
  }

  /**
   * Reads a file in the best encoding the browser accepts.
   * @returns undefined if the file has disappeared, as during a rebuild
   */
  read(file: SiteFile, acceptEncoding: string): ServedFile | undefined {
    const encoding = preferredBy(acceptEncoding).find((name) => file.variants.has(name)) ?? 'identity';
    const path = file.variants.get(encoding) ?? '';
    const known = this.#kept.get(path);
    if (known) return known;
    if (modifiedAt(path) === 0) return undefined;
    const served = describeFile(file, encoding, readFileSync(path));
    this.#keep(path, served);
    return served;
  }

  #keep(path: string, served: ServedFile): void {
    this.#kept.set(path, served);
    this.#keptBytes += served.body.byteLength;
    for (const [oldest, { body }] of this.#kept) {
      if (this.#keptBytes <= maxKeptBytes) return;
      this.#kept.delete(oldest);
      this.#keptBytes -= body.byteLength;
    }
  }
}

function describeFile(file: SiteFile, encoding: Variant, body: Buffer<ArrayBuffer>): ServedFile {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const policy = isPage(file) ? pagePolicy(readPolicy(file)) : frameRules;
  const encoded: readonly Header[] = encoding === 'identity' ? [] : [['Content-Encoding', encoding]];
  return {
    ...{ body, etag },
    common: [
      ['ETag', etag],
      ['Cache-Control', cacheControl(file.address)],
      ['Vary', 'Accept-Encoding'],
      ['Content-Security-Policy', policy],
    ],
    content: [['Content-Type', file.type], ['Content-Length', String(body.byteLength)], ...encoded],
  };
}

/** The policy in a built page's head, to be repeated in the header; empty if it has none. */
function readPolicy(file: SiteFile): string {
  const html = readFileSync(file.variants.get('identity') ?? '', 'utf8');
  const [, content = ''] = /<meta http-equiv="content-security-policy" content="([^"]*)"/i.exec(html) ?? [];
  return content.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

function indexSite(folder: string): Site {
  const paths = new Set(listAll(folder));
  const files = new Map<string, SiteFile>();
  for (const address of paths) {
    const isVariant = encodings.some(
      ([, ending]) => address.endsWith(ending) && paths.has(address.slice(0, -ending.length)),
    );
    if (isVariant) continue;
    const variants = new Map<Variant, string>([['identity', join(folder, address)]]);
    for (const [name, ending] of encodings)
      if (paths.has(address + ending)) variants.set(name, join(folder, address + ending));
    const type = mediaTypes[address.slice(address.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
    files.set(address, { address, type, variants });
  }
  return new Site(files);
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

const pollMs = 2_000;

/** The site as last built; looks for another build every two seconds. */
export function openSite(folder: string): () => Site {
  let site = new Site();
  let loadedStamp = '';
  let checkedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - checkedAt < pollMs) return site;
    checkedAt = performance.now();
    const stamp = `${modifiedAt(folder)} ${modifiedAt(join(folder, '.built-from'))}`;
    if (stamp === loadedStamp) return site;
    loadedStamp = stamp;
    site = modifiedAt(folder) === 0 ? new Site() : indexSite(folder);
    return site;
  };
}

/** Browsers send only a few different headers. */
const maxPreferences = 100;
const preferences = new Map<string, readonly Encoding[]>();

function preferredBy(header: string): readonly Encoding[] {
  const known = preferences.get(header);
  if (known) return known;
  const preferred = encodings.map(([name]) => name).filter((name) => acceptsEncoding(header, name));
  if (preferences.size === maxPreferences) preferences.clear();
  preferences.set(header, preferred);
  return preferred;
}
