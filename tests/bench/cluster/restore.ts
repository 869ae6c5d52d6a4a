import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../support/ports.ts';
import { onEnd } from '../clean-up.ts';
import { type Figure, figure } from '../table.ts';
import { binaries, postgresUser, query } from './start.ts';
import { until } from './supervisor.ts';

const writeSeconds = 75;

/** What this rehearsal lacks on this machine, in one sentence; null if nothing. */
export function findMissingForRestore(): string | null {
  const isReady = process.getuid?.() === 0 && existsSync(`${binaries}/initdb`);
  if (isReady && spawnSync('pgbackrest', ['version']).status === 0) return null;
  return 'The restore runs only as root with pgbackrest and postgresql-15: apt-get install pgbackrest postgresql-15';
}

/**
 * Writes a row every tenth of a second, loses the whole database machine, and restores from the repository alone; then
 * goes back to the moment before a mistake. The repository is a folder here, and encrypted as deploy/cluster says.
 */
export async function rehearseRestore(say: (line: string) => void): Promise<Figure[]> {
  const note = (line: string) => say(`${new Date().toISOString().slice(11, 19)}  ${line}`);
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-restore-'));
  chmodSync(folder, 0o755);
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const user = postgresUser();
  for (const name of ['data', 'repository', 'spool', 'lock']) {
    mkdirSync(join(folder, name), { mode: 0o700 });
    chownSync(join(folder, name), user.uid, user.gid);
  }
  const data = join(folder, 'data');
  const port = await freePort();
  const config = join(folder, 'pgbackrest.conf');
  const settings = readFileSync('deploy/cluster/pgbackrest.conf', 'utf8')
    .replace(/^repo1-(?:type|s3-.*)=.*\n/gm, '')
    .replace('repo1-path=/tidemark', `repo1-path=${folder}/repository`)
    .replace('repo1-cipher-pass=', `repo1-cipher-pass=${'a passphrase for the rehearsal'}`)
    .replace('/var/spool/pgbackrest', `${folder}/spool\nlock-path=${folder}/lock`)
    .replace('/var/lib/postgresql/15/main', data)
    .replace('pg1-port=5432', `pg1-port=${port}\npg1-socket-path=${folder}/lock`);
  writeFileSync(config, settings, { mode: 0o644 });
  const run = (command: string, ...args: string[]) => {
    const { status, stderr, stdout } = spawnSync(command, args, { ...user, encoding: 'utf8', cwd: folder });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}${stdout}`);
  };
  const backRest = (...args: string[]) => run('pgbackrest', `--config=${config}`, '--stanza=tidemark', ...args);
  const ctl = (...args: string[]) => run(`${binaries}/pg_ctl`, '-D', data, '-l', join(folder, 'lock/log'), ...args);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const archive = /archive_timeout: (\w+)/.exec(readFileSync('deploy/cluster/patroni.yaml', 'utf8'))?.[1] ?? '';

  run(`${binaries}/initdb`, '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8');
  const lines = [
    ...[`port = ${port}`, `unix_socket_directories = '${folder}/lock'`, 'archive_mode = on'],
    `archive_timeout = ${archive}`,
    `archive_command = 'pgbackrest --config=${config} --stanza=tidemark archive-push %p'`,
  ];
  writeFileSync(join(data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
  ctl('-w', 'start');
  onEnd(() => void spawnSync(`${binaries}/pg_ctl`, ['-D', data, '-m', 'immediate', 'stop'], user));
  await query(url, 'create table written (at timestamptz not null default clock_timestamp())');
  backRest('stanza-create');
  const backupFrom = Date.now();
  backRest('--type=full', 'backup');
  note(`a full, encrypted backup after ${((Date.now() - backupFrom) / 1_000).toFixed(1)} s`);
  for (const until_ = Date.now() + writeSeconds * 1_000; Date.now() < until_; await wait(100))
    await query(url, 'insert into written default values');

  const newest = async () => {
    const { rows } = await query(url, 'select extract(epoch from max(at))::float8 * 1000 as at from written');
    return Number((rows as [{ at: number }])[0].at);
  };
  const lastWrite = await newest();
  const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await wait(1_000);
  rmSync(data, { recursive: true });
  note('the database machine is gone, with its disk');

  const restore = async (...options: string[]) => {
    const from = Date.now();
    mkdirSync(data, { recursive: true, mode: 0o700 });
    chownSync(data, user.uid, user.gid);
    backRest('restore', ...options);
    ctl('-w', '-t', '600', 'start');
    await until('the end of recovery', 600, async () => {
      const { rows } = await query(url, 'select pg_is_in_recovery() as still');
      if ((rows as [{ still: boolean }])[0].still) throw new Error('still in recovery');
    });
    return (Date.now() - from) / 1_000;
  };
  const restoredIn = await restore();
  const lostSeconds = (lastWrite - (await newest())) / 1_000;
  note(`restored in ${restoredIn.toFixed(1)} s; the last ${lostSeconds.toFixed(1)} s are lost`);

  const beforeMistake = await newest();
  await wait(1_500);
  const { rows } = await query(url, 'select clock_timestamp()::text as at');
  await wait(500);
  await query(url, 'delete from written');
  await query(url, 'select pg_switch_wal()');
  await wait(3_000);
  ctl('-m', 'fast', '-w', 'stop');
  const wentBackIn = await restore(
    '--delta',
    '--type=time',
    `--target=${(rows as [{ at: string }])[0].at}`,
    '--target-action=promote',
  );
  const isBack = (await newest()) === beforeMistake;
  note(`back to before a mistake in ${wentBackIn.toFixed(1)} s`);
  return [
    figure('Restore: work lost with the machine (RPO)', lostSeconds, 's', { atMost: 60 }),
    figure('Restore: from the repository to writes (RTO)', restoredIn, 's', { atMost: 900 }),
    figure('Restore: back to before a mistake', wentBackIn, 's', { atMost: 900 }),
    figure('Restore: rows that a mistake deleted and that are missing', isBack ? 0 : 1, '', { atMost: 0 }),
  ];
}
