import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const folder = 'deploy/systemd';
const units = readdirSync(folder);

test('the units of systemd start programs of this project and name only places that a fresh machine has or they make', () => {
  const texts = units.map((unit) => readFileSync(join(folder, unit), 'utf8')).join('\n');
  const programs = [...texts.matchAll(/\bsrc\/tools\/[\w.]+/g)].map(([path]) => path);
  expect(programs.toSorted()).toEqual(['src/tools/database.ts', 'src/tools/serve.mjs']);
  expect(programs.filter((path) => !existsSync(path))).toEqual([]);
  const manual = readFileSync('deploy/README.md', 'utf8');
  for (const place of ['/opt/tidemark', '/etc/tidemark/environment', '/var/backups/tidemark']) {
    expect(texts).toContain(place);
    expect(manual).toContain(place);
  }
});

test.skipIf(spawnSync('systemd-analyze', ['--version']).error !== undefined)(
  'systemd finds no fault in the units (skipped where systemd isn’t installed)',
  () => {
    const own = mkdtempSync(join(tmpdir(), 'tidemark-units-'));
    onTestFinished(() => rmSync(own, { recursive: true }));
    cpSync(folder, own, { recursive: true });
    for (const unit of units) {
      const text = readFileSync(join(own, unit), 'utf8');
      writeFileSync(join(own, unit), text.replaceAll('/opt/tidemark', resolve('.')));
    }
    const paths = units.map((unit) => join(own, unit));
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' });
    expect(stdout + stderr).toBe('');
    expect(status).toBe(0);
  },
);
