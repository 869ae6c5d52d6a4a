import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { say, stop } from './console.mjs';
import { findCurrent, listReleases, publishRelease, ReleaseError, rollBack } from './release-folder.ts';

// Publishes dist/ into a folder whose `current` a web server serves or a CDN's uploader sends, and rolls back.

const [, , task = '', folder = '', id = ''] = process.argv;

function list(): void {
  const current = findCurrent(folder);
  for (const entry of listReleases(folder)) {
    const isKept = existsSync(join(folder, 'releases', entry.id));
    const state = entry.id === current ? '  current' : isKept ? '' : '  deleted';
    console.log(`${new Date(entry.at).toISOString()}  ${entry.id}${state}`);
  }
}

const tasks: Readonly<Record<string, () => void>> = {
  publish: () => say(`published ${publishRelease(folder, 'dist', Date.now())}`),
  'roll-back': () => {
    rollBack(folder, id, Date.now());
    say(`${id} is current again`);
  },
  list,
};
const run = tasks[task];
const isFile = existsSync(folder) && !statSync(folder).isDirectory();
if (!run || !folder || isFile || (task === 'roll-back' && !id)) {
  stop('usage: npm run release -- publish <folder>, or roll-back <folder> <id>, or list <folder>');
}
try {
  run?.();
} catch (error) {
  if (error instanceof ReleaseError) stop(error.message);
  throw error;
}
