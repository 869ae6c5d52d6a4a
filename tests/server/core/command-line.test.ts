import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { shortLived } from '../support/run-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-command-'));
const image = join(folder, 'image');
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { devDependencies: object };
/** Written by installations and builds, and npm's own record, which lists packages that this folder doesn't have. */
const notInImage = [
  '.astro',
  '.cache',
  '.vite',
  '.installed-lock',
  '.package-lock.json',
  ...Object.keys(devDependencies),
];

/** The folder of deploy/Dockerfile: packages without those for development, and no lock file. */
beforeAll(() => {
  mkdirSync(join(image, 'node_modules'), { recursive: true });
  for (const name of readdirSync('node_modules').filter((each) => !notInImage.includes(each))) {
    symlinkSync(resolve('node_modules', name), join(image, 'node_modules', name));
  }
  cpSync('package.json', join(image, 'package.json'));
  cpSync('src', join(image, 'src'), { recursive: true });
  for (const name of ['content', 'public']) symlinkSync(resolve(name), join(image, name));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Ended = { readonly code: number; readonly output: string };

/** Runs a command without npm on the path, so that an attempt to install packages fails at once. */
function run(command: readonly string[], env: Record<string, string> = {}, cwd = image): Promise<Ended> {
  const { NODE_COMPILE_CACHE = join(folder, 'compiled') } = process.env;
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [...shortLived, ...command],
      { cwd, env: { PATH: '', NODE_COMPILE_CACHE, ...env } },
      (_, stdout, stderr) => done({ code: child.exitCode ?? 1, output: stdout + stderr }),
    );
  });
}

const npmRun = (command: string, args: readonly string[], env: Record<string, string>) =>
  run(['src/tools/run.mjs', ...command.split(' '), ...args], env);

const unreachable = { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/none' };
const noAnswer = /✗ DATABASE_URL: could not reach the database \(connect ECONNREFUSED 127\.0\.0\.1:1\)\.\n/;

describe('an operator’s command', () => {
  test('runs in the image, which has neither a lock file nor a writable folder of packages', async () => {
    const status = await npmRun('db status', [], { DATA_DIR: join(folder, 'none') });
    expect(status).toMatchObject({ code: 0, output: expect.stringContaining('does not exist yet') });
    const list = await npmRun('release list', [join(folder, 'releases')], {});
    expect(list).toMatchObject({ code: 0 });
    expect(existsSync(join(image, 'node_modules/.cache'))).toBe(false);
  });

  test('installs nothing beside a server that was installed without dev packages', async () => {
    const server = join(folder, 'server');
    cpSync(image, server, { recursive: true, verbatimSymlinks: true });
    cpSync('package-lock.json', join(server, 'package-lock.json'));
    const env = { DATA_DIR: join(folder, 'none') };
    expect(await run(['src/tools/run.mjs', 'db', 'status'], env, server)).toMatchObject({ code: 0 });
    rmSync(join(server, 'node_modules/kysely'));
    const missing = await run(['src/tools/run.mjs', 'db', 'status'], env, server);
    expect(missing.code).toBe(1);
    expect(missing.output).toMatch(/^\n✗ node_modules doesn’t have kysely \S+: run npm ci --omit=dev [^\n]+\n$/);
  });

  test.each([
    ['db rotate-certificate-key', []],
    ['staff appoint', ['first@example.org', '--role', 'admin']],
  ])('reports a database that is down in one line: %s', async (task, args) => {
    const { code, output } = await npmRun(task, args, unreachable);
    expect(code).toBe(1);
    expect(output).toMatch(noAnswer);
    expect(output).not.toMatch(/^ +at /m);
  });

  test('reports an unusable DATA_DIR in one line', async () => {
    writeFileSync(join(folder, 'file'), '');
    const { code, output } = await npmRun('db verify-audit', [], { DATA_DIR: join(folder, 'file') });
    expect(code).toBe(1);
    expect(output).toMatch(/✗ DATA_DIR \S+\/file must be a folder this user can read and write: [^\n]+\n/);
    expect(output).not.toMatch(/^ +at /m);
  });
});

describe('a start', () => {
  test('reports a sanctions list without its columns, and a failed migration, in one line', async () => {
    const list = join(folder, 'list.csv');
    writeFileSync(list, 'number,person\n1,Ada\n');
    const env = { DATA_DIR: join(folder, 'data') };
    await (await startTestApp({ place: { dataDir: env.DATA_DIR } })).close();
    const wrongList = await run(['src/server/main.ts'], { ...env, SANCTIONS_LIST: list });
    expect(wrongList).toEqual({
      code: 1,
      output: `SANCTIONS_LIST: ${list}: the first line must name the columns id and name.\n`,
    });

    const later = join(folder, 'later');
    cpSync(image, later, { recursive: true, verbatimSymlinks: true });
    writeFileSync(
      join(later, 'src/server/firm/migrations/9999-later.ts'),
      "import { sql } from 'kysely';\nexport const up = (db) => sql`update orders set boom = 1`.execute(db);\n",
    );
    const migrations = join(later, 'src/server/firm/migrations.ts');
    const added = "import * as later from './migrations/9999-later.ts';\n";
    const listed = readFileSync(migrations, 'utf8').replace("': baseline,\n", "': baseline,\n  '9999-later': later,\n");
    writeFileSync(migrations, added + listed);
    expect(await run(['src/server/main.ts'], env, later)).toEqual({
      code: 1,
      output: 'migration 9999-later failed and changed nothing: column "boom" of relation "orders" does not exist\n',
    });
  });
});
