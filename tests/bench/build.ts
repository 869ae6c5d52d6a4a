import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { onEnd } from './clean-up.ts';
import { type Figure, figure } from './table.ts';

function countPages(folder: string): number {
  return readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.html')).length;
}

function runBuild(outDir: string): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn('astro', ['build', '--outDir', outDir], { stdio: ['ignore', 'ignore', 'pipe'] });
    onEnd(() => child.kill('SIGKILL'));
    let words = '';
    child.stderr.on('data', (chunk: Buffer) => {
      words += chunk;
    });
    child.on('error', fail);
    child.on('close', (code) => (code === 0 ? done() : fail(new Error(`the build failed:\n${words}`))));
  });
}

/** A whole build, from the command to the last compressed file, beside the one that is served. */
export async function measureBuild(): Promise<Figure[]> {
  const outDir = mkdtempSync(join(tmpdir(), 'tidemark-build-'));
  onEnd(() => rmSync(outDir, { recursive: true, force: true }));
  const startedAt = performance.now();
  await runBuild(outDir);
  const seconds = (performance.now() - startedAt) / 1000;
  const pages = countPages(outDir);
  return [
    figure(`build, ${pages} pages`, seconds, 's'),
    figure('build, pages a second', pages / seconds, 'pages/s', { atLeast: 100 }),
  ];
}
