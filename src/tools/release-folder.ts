import { createHash, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** A release that was made current at `at`, in milliseconds since the epoch. The newest entry is current. */
export type ReleaseEntry = { readonly id: string; readonly at: number };

/** What stops a release, in a sentence for the operator. */
export class ReleaseError extends Error {}

/** Pages that are still open load files of the release they came with. */
const assetsKeptMs = 60 * 60_000;
const releasesKept = 10;
const assetFolder = '_astro/';

const releaseOf = (folder: string, id: string) => join(folder, 'releases', id);
/** What is served of a release: its own files, and assets kept from others. */
const siteOf = (folder: string, id: string) => join(releaseOf(folder, id), 'site');
/** The names of a release's own assets. */
const assetsOf = (folder: string, id: string) => join(releaseOf(folder, id), 'assets.json');
const logOf = (folder: string) => join(folder, 'releases.jsonl');

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** The same pages always have the same id. */
function identify(folder: string): string {
  const hash = createHash('sha256');
  for (const file of listFiles(folder)) {
    hash.update(
      `${file}\0${createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex')}\n`,
    );
  }
  return hash.digest('hex').slice(0, 12);
}

/** Every release that was ever current, oldest first. A line cut short by a crash is left out. */
export function listReleases(folder: string): readonly ReleaseEntry[] {
  if (!existsSync(logOf(folder))) return [];
  return readFileSync(logOf(folder), 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as ReleaseEntry];
      } catch {
        return [];
      }
    });
}

/** The id of the release that is served, or undefined before the first. */
export function findCurrent(folder: string): string | undefined {
  try {
    return relative('releases', dirname(readlinkSync(join(folder, 'current'))));
  } catch {
    return undefined;
  }
}

/** Adds the scripts and styles of releases that were current within the last hour. Their names hold their hash. */
function keepAssets(folder: string, id: string, now: number): void {
  const entries = listReleases(folder);
  const recent = entries.filter((_, index) => (entries[index + 1]?.at ?? now) > now - assetsKeptMs);
  for (const former of new Set(recent.map((entry) => entry.id))) {
    if (former === id || !existsSync(assetsOf(folder, former))) continue;
    for (const file of JSON.parse(readFileSync(assetsOf(folder, former), 'utf8')) as string[]) {
      const target = join(siteOf(folder, id), file);
      mkdirSync(dirname(target), { recursive: true });
      if (!existsSync(target)) linkSync(join(siteOf(folder, former), file), target);
    }
  }
}

function activate(folder: string, id: string, now: number): void {
  keepAssets(folder, id, now);
  if (findCurrent(folder) !== id) {
    // Renaming replaces the link at once: a visitor sees the former release or this one, never neither.
    const next = join(folder, `.current-${randomUUID()}`);
    symlinkSync(join('releases', id, 'site'), next);
    renameSync(next, join(folder, 'current'));
  }
  if (listReleases(folder).at(-1)?.id !== id) {
    appendFileSync(logOf(folder), `\n${JSON.stringify({ id, at: now } satisfies ReleaseEntry)}\n`);
  }
}

/** Deletes releases that are neither among the newest nor current, and what a stopped command left. */
function deleteOld(folder: string): void {
  const newest = new Set(
    [
      ...new Set(
        listReleases(folder)
          .map(({ id }) => id)
          .reverse(),
      ),
    ].slice(0, releasesKept),
  );
  for (const id of readdirSync(join(folder, 'releases'))) {
    if (!newest.has(id) && id !== findCurrent(folder)) rmSync(releaseOf(folder, id), { recursive: true, force: true });
  }
}

/**
 * Copies a built site into a folder of releases and makes it current. The same site twice changes nothing.
 * @returns the release's id
 * @throws {ReleaseError} if the build is missing or didn't finish
 */
export function publishRelease(folder: string, dist: string, now: number): string {
  if (!existsSync(join(dist, '.built-from')))
    throw new ReleaseError(`${dist} holds no finished build: run npm run build`);
  const id = identify(dist);
  if (!existsSync(releaseOf(folder, id))) {
    const unfinished = releaseOf(folder, `.unfinished-${randomUUID()}`);
    cpSync(dist, join(unfinished, 'site'), { recursive: true });
    const assets = listFiles(dist).filter((file) => file.startsWith(assetFolder));
    writeFileSync(join(unfinished, 'assets.json'), JSON.stringify(assets));
    renameSync(unfinished, releaseOf(folder, id));
  }
  activate(folder, id, now);
  deleteOld(folder);
  return id;
}

/**
 * Makes an earlier release current again.
 * @throws {ReleaseError} if it isn't kept
 */
export function rollBack(folder: string, id: string, now: number): void {
  const kept = [...new Set(listReleases(folder).map((entry) => entry.id))].filter((each) =>
    existsSync(releaseOf(folder, each)),
  );
  if (!kept.includes(id)) throw new ReleaseError(`no release ${id}; kept: ${kept.join(', ') || 'none'}`);
  activate(folder, id, now);
}
