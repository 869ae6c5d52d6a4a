import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

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
      command,
      { cwd, env: { PATH: '', NODE_COMPILE_CACHE, ...env } },
      (_, stdout, stderr) => done({ code: child.exitCode ?? 1, output: stdout + stderr }),
    );
  });
}

const npmRun = (task: string, args: readonly string[], env: Record<string, string>) =>
  run(['src/tools/run.mjs', task, ...args], env);

describe('an operator’s command', () => {
  test('runs in the image, which has neither a lock file nor a writable folder of packages', async () => {
    const status = await npmRun('db:status', [], { DATA_DIR: join(folder, 'none') });
    expect(status).toMatchObject({ code: 0, output: expect.stringContaining('does not exist yet') });
    const list = await npmRun('release:list', [join(folder, 'releases')], {});
    expect(list).toMatchObject({ code: 0 });
    expect(existsSync(join(image, 'node_modules/.cache'))).toBe(false);
  });

  test('installs nothing beside a server that was installed without dev packages', async () => {
    const server = join(folder, 'server');
    cpSync(image, server, { recursive: true, verbatimSymlinks: true });
    cpSync('package-lock.json', join(server, 'package-lock.json'));
    const env = { DATA_DIR: join(folder, 'none') };
    expect(await run(['src/tools/run.mjs', 'db:status'], env, server)).toMatchObject({ code: 0 });
    rmSync(join(server, 'node_modules/kysely'));
    const missing = await run(['src/tools/run.mjs', 'db:status'], env, server);
    expect(missing.code).toBe(1);
    expect(missing.output).toMatch(/^\n✗ node_modules doesn’t have kysely \S+: run npm ci --omit=dev [^\n]+\n$/);
  });
});
