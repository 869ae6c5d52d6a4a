import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
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
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-content-'));
/** Written by builds, so a copy of the project needs its own. */
const buildFolders = ['.astro', '.cache', '.vite'];
// Other tests that run at the same time write the rest of `.cache`.
const buildCaches = ['.astro', '.vite', '.cache/compressed', '.cache/og-images'];
const changedText = 'content/blog/en/101-end-of-day-drawdown-misread.md';

afterAll(() => rmSync(folder, { recursive: true, force: true }), 120_000);

/** The environment without the test runner's variables, which would change a build. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:NODE_ENV|VITEST|TEST|DEV|PROD|MODE|SSR|BASE_URL)/.test(name)),
);

function run(cwd: string, command: string, env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    encoding: 'utf8',
    env: { ...environment, ...env },
  });
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout;
}

/** A repository with one commit that contains the files of this one and links its installed packages. */
function copyProject(name: string): string {
  const copy = join(folder, name);
  for (const file of run('.', 'git ls-files -z --cached --others --exclude-standard').split('\0')) {
    if (file === '' || !existsSync(file)) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(file, join(copy, file));
  }
  mkdirSync(join(copy, 'node_modules'));
  for (const entry of readdirSync('node_modules').filter((each) => !buildFolders.includes(each))) {
    symlinkSync(resolve('node_modules', entry), join(copy, 'node_modules', entry));
  }
  run(copy, 'git init -q && git add -A && git -c user.name=Editor -c user.email=editor@example.com commit -qm Start');
  return copy;
}

const commit = 'git -c user.name=Editor -c user.email=editor@example.com commit -qam';

const listFiles = (dist: string) =>
  readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)))
    .sort();

type Pages = { readonly env: Record<'LIVE_COMMIT', string>; readonly steps: readonly { readonly run?: string }[] };
type Workflow = { readonly jobs: { readonly pages: Pages } };

/** The workflow's npm commands in order; packages are already installed here. */
function readSteps(): readonly string[] {
  const workflow = parse(readFileSync('.github/workflows/content.yml', 'utf8')) as Workflow;
  return workflow.jobs.pages.steps.flatMap(({ run: step }) => (step?.startsWith('npm run') ? [step] : []));
}

test('the workflow publishes a changed text exactly as a full build would, and rolls it back', () => {
  const site = copyProject('kept');
  // Taken back later, so that the project's own full build shows what to expect.
  const text = readFileSync(join(site, changedText));
  appendFileSync(join(site, changedText), '\nOne more sentence.\n');
  run(site, `${commit} "Add a sentence"`);
  // With their timestamps, as a CI cache restores them.
  const copying = { recursive: true, preserveTimestamps: true };
  cpSync('dist', join(site, 'dist'), copying);
  for (const cache of buildCaches) {
    if (existsSync(join('node_modules', cache)))
      cpSync(join('node_modules', cache), join(site, 'node_modules', cache), copying);
  }
  // Astro identifies modules by their path, so the copy needs one build of its own.
  rmSync(join(site, 'dist/.built-from'), { force: true });
  const releases = join(folder, 'releases');
  const env = { RELEASE_FOLDER: releases, LIVE_COMMIT: 'HEAD~1' };
  run(site, 'npm run release -- publish $RELEASE_FOLDER', env);
  writeFileSync(join(site, changedText), text);
  run(site, `${commit} "Remove a sentence"`);
  appendFileSync(join(site, 'dist/faq/detail/1/23.html'), 'half a page');
  for (const step of readSteps()) run(site, step, env);

  const current = join(releases, 'current');
  const files = listFiles('dist');
  const page = files.find((file) => /^blog\/details\/.*101\.html$/.test(file)) ?? '';
  expect(readFileSync(join(current, page), 'utf8')).not.toContain('One more sentence.');
  expect(listFiles(current).filter((file) => !file.startsWith('_astro/'))).toEqual(
    files.filter((file) => !file.startsWith('_astro/')),
  );
  const differing = files.filter((file) => !readFileSync(join('dist', file)).equals(readFileSync(join(current, file))));
  expect(differing).toEqual([]);

  const [first] =
    run(site, 'npm run --silent release -- list $RELEASE_FOLDER', env).match(/(?<=Z {2})[0-9a-f]{12}/) ?? [];
  run(site, `npm run release -- roll-back $RELEASE_FOLDER ${first}`, env);
  expect(readFileSync(join(current, page), 'utf8')).toContain('One more sentence.');
});

test('prices, rules and code can’t be released without the server', () => {
  const site = copyProject('scope');
  const workflow = parse(readFileSync('.github/workflows/content.yml', 'utf8')) as Workflow;
  const live = /'(refs\/tags\/\w+)'/.exec(workflow.jobs.pages.env.LIVE_COMMIT)?.[1];
  expect(() => run(site, `npm run content -- scope ${live}`)).toThrow(/the tag live must name the commit/);
  run(site, 'git tag live');
  appendFileSync(join(site, 'content/catalog/packages.yaml'), '# A note.\n');
  run(site, `${commit} "Change a price"`);
  expect(() => run(site, 'npm run content -- scope HEAD~1')).toThrow(
    /pages and server have to change together .*content\/catalog\/packages\.yaml/,
  );

  appendFileSync(join(site, changedText), '\nOne more sentence.\n');
  run(site, `${commit} "Add a sentence"`);
  expect(run(site, 'npm run content -- scope HEAD~1')).toContain('1 changed text');
  expect(() => run(site, `npm run content -- scope ${live}`)).toThrow(/content\/catalog\/packages\.yaml/);
  run(site, 'git tag -f live');
  expect(run(site, `npm run content -- scope ${live}`)).toContain('0 changed texts');

  const terms = join(site, 'content/legal/en/terms.md');
  const published = readFileSync(terms, 'utf8');
  writeFileSync(terms, `${published}\nOne more clause.\n`);
  run(site, `${commit} "Add a clause"`);
  expect(() => run(site, 'npm run content -- scope HEAD~1')).toThrow(
    /give the text a new version and date in every language.*content\/legal\/en\/terms\.md/,
  );
  writeFileSync(terms, `${published.replace(/^version: .*$/m, 'version: "9.9"')}\nOne more clause.\n`);
  run(site, `${commit} "Give the clause a version"`);
  expect(() => run(site, 'npm run content -- scope HEAD~2')).toThrow(
    /pages and server have to change together .*content\/legal\/en\/terms\.md/,
  );
});
