import { sql } from 'kysely';
import type { Db } from '../../deps.ts';

const id = 'last-backup';
/** A backup each night, with two hours for it. */
export const maxBackupAgeSeconds = 26 * 3_600;

/** Notes that a whole backup has just been written, for those who watch its age. */
export async function noteBackup(db: Db): Promise<void> {
  await sql`insert into installation_key (id, value) values (${id}, now()::text)
    on conflict (id) do update set value = excluded.value`.execute(db);
}

export type BackupState = {
  /** Since the last `db -- backup`, or before the first since the first migration. */
  readonly ageSeconds: number;
  /** Whether PostgreSQL archives its log, which replaces such backups. */
  readonly hasArchive: boolean;
  readonly isArchiveFailing: boolean;
};

export async function readBackupState(db: Db): Promise<BackupState> {
  const { rows } = await sql<BackupState>`
    select extract(epoch from now() - coalesce((select value::timestamptz from installation_key where id = ${id}),
        (select min(timestamp)::timestamptz from kysely_migration), now()))::float8 as "ageSeconds",
      current_setting('archive_mode') <> 'off' as "hasArchive",
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isArchiveFailing"
    from pg_stat_archiver`.execute(db);
  return rows[0] ?? { ageSeconds: 0, hasArchive: false, isArchiveFailing: false };
}
