import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../deps.ts';

const id = 'last-backup';

/** Notes that a whole backup has just been written, for those who watch its age. */
export async function noteBackup(db: Db, at: Date): Promise<void> {
  const value = at.toISOString();
  await db
    .insertInto('installation_key')
    .values({ id, value })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value }))
    .execute();
}

export type BackupState = {
  /** Of the last `db -- backup`, or before the first of the database itself. */
  readonly takenAt: Date;
  /** Null if PostgreSQL archives no log. */
  readonly archive: { readonly lastAt: Date | null; readonly isFailing: boolean } | null;
};

/** When the last backup was taken, and how the archive of PostgreSQL's log is going, which replaces it where it is on. */
export async function readBackupState(db: Db, hasArchive: boolean): Promise<BackupState> {
  const none: RawBuilder<unknown> = sql`select null::timestamptz as last_archived_time, null::timestamptz as last_failed_time, 'off' as mode`;
  const archiver = sql`select last_archived_time, last_failed_time, current_setting('archive_mode') as mode from pg_stat_archiver`;
  const { rows } = await sql<{ taken: string; mode: string; last: Date | null; failed: Date | null }>`
    select coalesce((select value from installation_key where id = ${id}), (select min(timestamp) from kysely_migration))
      as taken, mode, last_archived_time as last, last_failed_time as failed
    from (${hasArchive ? archiver : none}) archiver`.execute(db);
  const [row] = rows;
  const isFailing = row?.failed != null && (row.last === null || row.failed > row.last);
  return {
    takenAt: new Date(row?.taken ?? Number.NaN),
    archive: row && row.mode !== 'off' ? { lastAt: row.last, isFailing } : null,
  };
}
