import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { writeFileAtomically } from './atomic-write.ts';

/** What later steps know of a page without reading it. */
type PageFacts = {
  /** The title on its Open Graph image. */
  readonly title?: string;
  /** The names of its compressed copies in the cache. */
  readonly copies?: readonly string[];
};

type KeptPage = PageFacts & { readonly sizeBytes: number; readonly modifiedMs: number };

/** Written when a build has finished: the hash of Astro's list of pages then, and the pages by their path in dist/. */
type BuildRecord = { readonly list: string; readonly pages: Readonly<Record<string, KeptPage>> };

const places = {
  dist: 'dist',
  record: 'node_modules/.cache/kept-pages.json',
  list: 'node_modules/.astro/incremental-build.json',
};

/** Pictures named by their content: og-images.ts deletes those without a page. */
const isPicture = (name: string) => /^og[\\/][\da-f]+\.png$/.test(name);
/** A copied file keeps its time only to the millisecond. */
const isUnchanged = (file: string, page: KeptPage): boolean => {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.size === page.sizeBytes && Math.abs(found.mtimeMs - page.modifiedMs) < 1;
};

function hashFile(path: string): string {
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
}

function readRecord(path: string): BuildRecord | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as BuildRecord;
  } catch {
    return undefined;
  }
}

export type KeptPages = {
  /** What the last build noted of a page, if nobody has written the page since. */
  readonly find: (file: string) => PageFacts | undefined;
  /** Adds to what the next build will know of a page. */
  readonly note: (file: string, facts: PageFacts) => void;
};

/**
 * Leaves the pages of the last finished build in dist/, with their compressed copies, instead of deleting and restoring
 * thousands of files for one changed text. Everything else is written again, and so are all pages after a build that was
 * stopped. Comes last among the integrations.
 */
export function keepPages({ dist, record, list } = places): KeptPages & { readonly integration: AstroIntegration } {
  const kept = new Map<string, KeptPage>();
  const noted = new Map<string, PageFacts>();

  const find = (file: string): PageFacts | undefined => {
    const page = kept.get(file);
    return page && isUnchanged(file, page) ? page : undefined;
  };
  const note = (file: string, facts: PageFacts): void => {
    noted.set(file, { ...noted.get(file), ...facts });
  };
  const copiesOf = (file: string, { copies = [] }: PageFacts) =>
    copies.map((name) => `${file}.${name.slice(name.lastIndexOf('.') + 1)}`);

  const deleteOthers = (): void => {
    const root = resolve(dist);
    const former = readRecord(record);
    // A build that is stopped leaves no record, and the next one keeps nothing.
    rmSync(record, { force: true });
    if (!former || former.list !== hashFile(list)) {
      rmSync(root, { recursive: true, force: true });
      return;
    }
    const names = existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }) : [];
    const files = names.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
    const present = new Set(files);
    const staying = new Set<string>();
    for (const [name, page] of Object.entries(former.pages)) {
      const file = join(root, name);
      const copies = copiesOf(file, page);
      if (!copies.every((copy) => present.has(copy)) || !isUnchanged(file, page)) continue;
      kept.set(file, page);
      for (const each of [file, ...copies]) staying.add(each);
    }
    for (const file of files) if (!staying.has(file) && !isPicture(relative(root, file))) rmSync(file);
  };

  /** Deletes pages whose text is gone. */
  const deleteOrphans = (built: ReadonlySet<string>): void => {
    for (const [file, page] of kept) {
      if (built.has(file)) continue;
      for (const each of [file, ...copiesOf(file, page)]) rmSync(each, { force: true });
    }
  };

  const write = (built: ReadonlySet<string>): void => {
    const pages = [...built].map((file): [string, KeptPage] => {
      const { size, mtimeMs } = statSync(file);
      const facts = { ...find(file), ...noted.get(file) };
      return [relative(resolve(dist), file), { ...facts, sizeBytes: size, modifiedMs: mtimeMs }];
    });
    mkdirSync(dirname(record), { recursive: true });
    const written: BuildRecord = { list: hashFile(list), pages: Object.fromEntries(pages) };
    writeFileAtomically(record, Buffer.from(JSON.stringify(written)));
  };

  const integration: AstroIntegration = {
    name: 'kept-pages',
    hooks: {
      'astro:build:start': deleteOthers,
      'astro:build:done': ({ assets, logger }) => {
        const files = [...assets.values()].flat().map((url) => fileURLToPath(url));
        const built = new Set(files.filter((file) => file.endsWith('.html') && existsSync(file)));
        logger.info(`${[...built].filter((file) => find(file)).length} pages left as they were`);
        deleteOrphans(built);
        write(built);
      },
    },
  };
  return { find, note, integration };
}
