import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bridges, bundleBridge } from '#tools/bundle-bridge.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-bridges-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(bridges)('the bridge %s becomes one script that runs where nothing is installed', async (name) => {
  const script = await bundleBridge(name, folder);
  const printed = await new Promise<string>((done) =>
    execFile(process.execPath, [script, 'doctor'], { cwd: folder, env: {} }, (_, out, error) => done(out + error)),
  );
  expect(printed).toMatch(/PLATFORM_BRIDGE_SECRET/);
});
