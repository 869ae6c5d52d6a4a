import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { archiveMonth, compressTo } from '#server/accounts/archive/archive-month.ts';
import { ArchiveError } from '#server/accounts/archive/format.ts';
import { restoreMonth } from '#server/accounts/archive/restore-month.ts';
import { readDecrypted, writeEncrypted } from '#server/core/database/backup/encrypt.ts';
import type { Db } from '#server/core/deps.ts';

/** The file is complete and on the disk before anything is deleted. @throws {ArchiveError} if it exists */
export async function archiveTo(db: Db, month: string, path: string) {
  if (existsSync(path)) throw new ArchiveError(`${path} exists already: choose another name.`);
  const partial = `${path}.partial`;
  rmSync(partial, { force: true });
  const write = async (lines: Readable) => {
    const file = createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true });
    await writeEncrypted(file, process.env.BACKUP_RECIPIENT, (plain) => compressTo(plain)(lines));
    renameSync(partial, path);
  };
  try {
    return await archiveMonth(db, month, new Date(), write);
  } finally {
    rmSync(partial, { force: true });
  }
}

/** @throws {ArchiveError} see `restoreMonth` */
export async function restoreArchive(db: Db, path: string) {
  if (!existsSync(path)) throw new ArchiveError(`${path} does not exist.`);
  return restoreMonth(db, await readDecrypted(createReadStream(path), process.env.BACKUP_IDENTITY_FILE));
}
