import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  pdf: 'application/pdf',
  webmanifest: 'application/manifest+json',
  wasm: 'application/wasm',
};

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

type Encoding = (typeof encodings)[number][0];

/** A built file; `variants` are the disk paths of the file and its compressed copies. */
export type SiteFile = { readonly type: string; readonly variants: ReadonlyMap<Encoding | 'identity', string> };

export type ServedFile = {
  readonly body: Buffer<ArrayBuffer>;
  readonly etag: string;
  readonly encoding: Encoding | 'identity';
};

function listAll(folder: string, prefix = ''): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = `${prefix}/${entry.name}`;
    // Build stamps and CDN rules next to the pages aren't public.
    if (/^[._]/.test(entry.name) && prefix === '' && entry.name !== '_astro') return [];
    return entry.isDirectory() ? listAll(folder, path) : [path];
  });
}

export type SiteIndex = ReadonlyMap<string, SiteFile>;

function indexSite(folder: string): SiteIndex {
  const paths = new Set(listAll(folder));
  const files = new Map<string, SiteFile>();
  for (const path of paths) {
    const isVariant = encodings.some(([, ending]) => path.endsWith(ending) && paths.has(path.slice(0, -ending.length)));
    if (isVariant) continue;
    const variants = new Map<Encoding | 'identity', string>([['identity', join(folder, path)]]);
    for (const [name, ending] of encodings)
      if (paths.has(path + ending)) variants.set(name, join(folder, path + ending));
    const type = types[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
    files.set(path, { type, variants });
  }
  return files;
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

const pollMs = 2_000;

/** The built site as a map from path to file, so that other paths never reach the disk. Reloads after a rebuild. */
export function openSite(folder: string): () => SiteIndex {
  let files: SiteIndex = new Map();
  let loadedStamp = '';
  let checkedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - checkedAt < pollMs) return files;
    checkedAt = performance.now();
    const stamp = `${modifiedAt(folder)} ${modifiedAt(join(folder, '.built-from'))}`;
    if (stamp === loadedStamp) return files;
    loadedStamp = stamp;
    files = modifiedAt(folder) === 0 ? new Map() : indexSite(folder);
    return files;
  };
}

function accepts(header: string, encoding: Encoding): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
    return name.trim() === encoding && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter));
  });
}

const etags = new Map<string, { readonly at: number; readonly etag: string }>();

/**
 * Reads a file in the best encoding the browser accepts. The ETag depends on the content, so all servers agree.
 * @returns undefined if the file has disappeared, as during a rebuild
 */
export function readSiteFile(file: SiteFile, acceptEncoding: string): ServedFile | undefined {
  const accepted = encodings.find(([name]) => file.variants.has(name) && accepts(acceptEncoding, name));
  const encoding = accepted?.[0] ?? 'identity';
  const path = file.variants.get(encoding) ?? '';
  const at = modifiedAt(path);
  if (at === 0) return undefined;
  const body = readFileSync(path);
  const known = etags.get(path);
  if (known?.at === at) return { body, encoding, etag: known.etag };
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  etags.set(path, { at, etag });
  return { body, encoding, etag };
}

const policies = new Map<string, { readonly at: number; readonly policy: string }>();

/** The policy in a built page's head, to be repeated in the header; empty if it has none. */
export function readPolicy(file: SiteFile): string {
  const path = file.variants.get('identity') ?? '';
  const at = modifiedAt(path);
  const known = policies.get(path);
  if (known?.at === at) return known.policy;
  const html = at === 0 ? '' : readFileSync(path, 'utf8');
  const [, content = ''] = /<meta http-equiv="content-security-policy" content="([^"]*)"/i.exec(html) ?? [];
  const policy = content.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  policies.set(path, { at, policy });
  return policy;
}
