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

/** A release that became current at `at`, in milliseconds since the epoch. The newest entry is current. */
export type ReleaseEntry = { readonly id: string; readonly at: number };

/** Why a release failed, in one sentence for the operator. */
export class ReleaseError extends Error {}

/** Pages that are still open load files of the release they came with. */
const assetRetentionMs = 60 * 60_000;
const maxReleases = 10;
const assetFolder = '_astro/';

const releasePath = (folder: string, id: string) => join(folder, 'releases', id);
/** The served files of a release: its own, and assets kept from others. */
const sitePath = (folder: string, id: string) => join(releasePath(folder, id), 'site');
const assetListPath = (folder: string, id: string) => join(releasePath(folder, id), 'assets.json');
const logPath = (folder: string) => join(folder, 'releases.jsonl');

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** A release id derived from the files, so that the same pages always have the same id. */
function hashSite(folder: string): string {
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

/** Every release that was ever current, oldest first. A line cut short by a crash is skipped. */
export function listReleases(folder: string): readonly ReleaseEntry[] {
  if (!existsSync(logPath(folder))) return [];
  return readFileSync(logPath(folder), 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as ReleaseEntry];
      } catch {
        return [];
      }
    });
}

/** The id of the current release; undefined before the first. */
export function findCurrent(folder: string): string | undefined {
  try {
    return relative('releases', dirname(readlinkSync(join(folder, 'current'))));
  } catch {
    return undefined;
  }
}

/** Links the scripts and styles of releases that were current within the last hour. Their names contain their hash. */
function keepAssets(folder: string, id: string, now: number): void {
  const entries = listReleases(folder);
  const recent = entries.filter((_, index) => (entries[index + 1]?.at ?? now) > now - assetRetentionMs);
  for (const previousId of new Set(recent.map((entry) => entry.id))) {
    if (previousId === id || !existsSync(assetListPath(folder, previousId))) continue;
    for (const file of JSON.parse(readFileSync(assetListPath(folder, previousId), 'utf8')) as string[]) {
      const target = join(sitePath(folder, id), file);
      mkdirSync(dirname(target), { recursive: true });
      if (!existsSync(target)) linkSync(join(sitePath(folder, previousId), file), target);
    }
  }
}

function activate(folder: string, id: string, now: number): void {
  keepAssets(folder, id, now);
  if (findCurrent(folder) !== id) {
    // Renaming replaces the link atomically: a visitor sees either the previous release or this one.
    const next = join(folder, `.current-${randomUUID()}`);
    symlinkSync(join('releases', id, 'site'), next);
    renameSync(next, join(folder, 'current'));
  }
  if (listReleases(folder).at(-1)?.id !== id) {
    appendFileSync(logPath(folder), `\n${JSON.stringify({ id, at: now } satisfies ReleaseEntry)}\n`);
  }
}

/** Deletes releases that are neither current nor among the newest, and leftovers of an interrupted command. */
function deleteOld(folder: string): void {
  const newest = new Set(
    [
      ...new Set(
        listReleases(folder)
          .map(({ id }) => id)
          .reverse(),
      ),
    ].slice(0, maxReleases),
  );
  for (const id of readdirSync(join(folder, 'releases'))) {
    if (!newest.has(id) && id !== findCurrent(folder))
      rmSync(releasePath(folder, id), { recursive: true, force: true });
  }
}

/**
 * Copies a built site into a folder of releases and makes it current. Publishing the same site twice changes nothing.
 * @returns the release's id
 * @throws {ReleaseError} if the build is missing, incomplete or the demo's
 */
export function publishRelease(folder: string, dist: string, now: number): string {
  const stamp = join(dist, '.built-from');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8').endsWith('quick'))
    throw new ReleaseError(`${dist} holds no finished build: run npm run build`);
  const id = hashSite(dist);
  if (!existsSync(releasePath(folder, id))) {
    const unfinished = releasePath(folder, `.unfinished-${randomUUID()}`);
    cpSync(dist, join(unfinished, 'site'), { recursive: true });
    const assets = listFiles(dist).filter((file) => file.startsWith(assetFolder));
    writeFileSync(join(unfinished, 'assets.json'), JSON.stringify(assets));
    renameSync(unfinished, releasePath(folder, id));
  }
  activate(folder, id, now);
  deleteOld(folder);
  return id;
}

/** Makes an earlier release current again. @throws {ReleaseError} if it is no longer kept */
export function rollBack(folder: string, id: string, now: number): void {
  const kept = [...new Set(listReleases(folder).map((entry) => entry.id))].filter((each) =>
    existsSync(releasePath(folder, each)),
  );
  if (!kept.includes(id)) throw new ReleaseError(`no release ${id}; kept: ${kept.join(', ') || 'none'}`);
  activate(folder, id, now);
}
