import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { say, stop } from '../../src/tools/console.mjs';
import { projectEnvironment, root } from '../../src/tools/install.mjs';

// Builds the last commit twice, in folders of different names and depths and without a cache, and compares every byte.

const folder = mkdtempSync(join(tmpdir(), 'tidemark-builds-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

function run(command, args, cwd = root) {
  const { status } = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: projectEnvironment(),
  });
  if (status !== 0) stop(`${command} ${args.join(' ')} failed`);
}

function buildIn(place) {
  run('git', ['clone', '--quiet', root, place]);
  run('cp', ['-a', join(root, 'node_modules'), join(place, 'node_modules')]);
  for (const cache of ['.astro', '.cache', '.vite'])
    rmSync(join(place, 'node_modules', cache), { recursive: true, force: true });
  run('node', ['src/tools/run.mjs', 'build'], place);
  return join(place, 'dist');
}

function listFiles(dist) {
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)))
    .sort();
}

const [first, second] = [buildIn(join(folder, 'a')), buildIn(join(folder, 'another', 'place'))];
const [files, others] = [listFiles(first), listFiles(second)];
const missing = [...files.filter((file) => !others.includes(file)), ...others.filter((file) => !files.includes(file))];
const shared = files.filter((file) => others.includes(file));
const differing = shared.filter((file) => !readFileSync(join(first, file)).equals(readFileSync(join(second, file))));
const wrong = [...missing, ...differing];
if (wrong.length > 0) stop(`${wrong.length} of ${files.length} files differ: ${wrong.slice(0, 10).join(', ')}`);
say(`${files.length} files, identical byte for byte`);
