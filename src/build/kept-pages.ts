import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { writeFileAtomically } from './atomic-write.ts';

/** Facts about a page that later steps need without reading it. */
type PageFacts = {
  /** The title on its Open Graph image. */
  readonly title?: string;
  /** The names of its compressed copies in the cache. */
  readonly copies?: readonly string[];
};

type KeptPage = PageFacts & { readonly sizeBytes: number; readonly modifiedMs: number };

/** Written at the end of a build: the hash of Astro's page list, and the pages by their path in dist/. */
type BuildRecord = { readonly list: string; readonly pages: Readonly<Record<string, KeptPage>> };

const defaultPaths = {
  dist: 'dist',
  record: 'node_modules/.cache/kept-pages.json',
  list: 'node_modules/.astro/incremental-build.json',
};

/** Images are named by their content; og-images.ts deletes those without a page. */
const isOgImage = (name: string) => /^og[\\/][\da-f]+\.png$/.test(name);
/** Copying a file keeps its modification time only to the millisecond. */
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
  /** What the last build noted about a page; undefined if the page has changed since. */
  readonly find: (file: string) => PageFacts | undefined;
  /** Adds facts about a page for the next build. */
  readonly note: (file: string, facts: PageFacts) => void;
};

/**
 * Keeps the pages of the last finished build in dist/ with their compressed copies, instead of deleting and restoring
 * thousands of files for one changed text. Everything else is written again; after an interrupted build, all pages are.
 * Must be the last integration.
 */
export function keepPages({
  dist,
  record,
  list,
} = defaultPaths): KeptPages & { readonly integration: AstroIntegration } {
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

  const deleteChanged = (): void => {
    const root = resolve(dist);
    const previous = readRecord(record);
    // An interrupted build leaves no record, so the next one keeps nothing.
    rmSync(record, { force: true });
    if (!previous || previous.list !== hashFile(list)) {
      rmSync(root, { recursive: true, force: true });
      return;
    }
    const names = existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }) : [];
    const files = names.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
    const present = new Set(files);
    const keptFiles = new Set<string>();
    for (const [name, page] of Object.entries(previous.pages)) {
      const file = join(root, name);
      const copies = copiesOf(file, page);
      if (!copies.every((copy) => present.has(copy)) || !isUnchanged(file, page)) continue;
      kept.set(file, page);
      for (const each of [file, ...copies]) keptFiles.add(each);
    }
    for (const file of files)
      if (!keptFiles.has(file) && !isOgImage(relative(root, file).replaceAll('\\', '/'))) rmSync(file);
  };

  /** Deletes kept pages that are no longer part of the site. */
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
      'astro:build:start': deleteChanged,
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
