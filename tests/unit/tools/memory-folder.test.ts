import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeAbandonedFolders } from '../../runner/memory-folder.mjs';

test('only folders of tests that were killed are removed', () => {
  const parent = mkdtempSync(join(tmpdir(), 'memory-folder-'));
  const { pid: ended } = spawnSync(process.execPath, ['--eval', '']);
  const names = [
    `tidemark-${ended}-a1B2c3`,
    `tidemark-${process.pid}-a1B2c3`,
    'tidemark-backups',
    `other-${ended}-a1B2c3`,
  ];
  for (const name of names) {
    mkdirSync(join(parent, name));
    writeFileSync(join(parent, name, 'data'), '');
  }
  removeAbandonedFolders(parent);
  expect(readdirSync(parent).sort()).toEqual(names.slice(1).sort());
  rmSync(parent, { recursive: true });
});
