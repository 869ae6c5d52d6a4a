import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

// What a newcomer does in a place: npm start, a look at the site in two languages, Ctrl-C. Runs inside the place.

const [, , says] = process.argv;
const port = process.env['PORT'] ?? '8000';
const origin = `http://localhost:${port}`;
const startLimitMs = 20_000;

const isWindows = process.platform === 'win32';
// In a terminal, npm start has it too. Windows starts npm only through a shell.
const child = spawn('npm', ['start'], { stdio: process.stdout.isTTY ? 'inherit' : 'pipe', shell: isWindows });

function end(): void {
  if (isWindows) spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f']);
  else child.kill('SIGTERM');
}

let output = '';
for (const stream of [child.stdout, child.stderr]) {
  stream?.on('data', (chunk: Buffer) => {
    output += chunk;
    process.stdout.write(chunk);
  });
}
const since = Date.now();
let isEnded = false;
const ended = once(child, 'exit').then(() => {
  isEnded = true;
});

function fail(reason: string): never {
  console.log(`visit: ${reason}`);
  end();
  process.exit(1);
}

/** It says why in one sentence, without a stack, before it installs or builds. */
async function expectRejection(sentence: RegExp): Promise<void> {
  await Promise.race([ended, new Promise((next) => setTimeout(next, startLimitMs))]);
  if (!isEnded) fail('npm start went on');
  const said = output.split('\n').filter((line) => line.startsWith('✗ '));
  if (said.length !== 1 || !sentence.test(said[0] ?? '')) fail(`npm start said ${JSON.stringify(said)}`);
  if (/^ {4}at |building the site|installing/m.test(output)) fail('npm start said more than one sentence');
}

async function expectPage(path: string, pattern: RegExp): Promise<void> {
  const page = await (await fetch(`${origin}${path}`)).text();
  if (!pattern.test(page)) fail(`${path} lacks ${pattern}`);
}

async function expectSite(): Promise<void> {
  while (!(await fetch(`${origin}/api/ready`).catch(() => undefined))?.ok) {
    if (isEnded) fail('npm start ended');
    await new Promise((next) => setTimeout(next, 200));
  }
  await expectPage('/', /<html[^>]* lang="en"[\s\S]*<h1[^>]*>[^<]*\w \w/);
  await expectPage('/fr/faq', /<html[^>]* lang="fr"[\s\S]*<h1[^>]*>[^<]*\w \w/);
  end();
  await ended;
  while (await fetch(origin).catch(() => undefined)) await new Promise((next) => setTimeout(next, 200));
}

await (says ? expectRejection(new RegExp(says)) : expectSite());
console.log(`visit: done in ${Math.round((Date.now() - since) / 1000)} s`);
