import { spawnSync } from 'node:child_process';
import { isVersionedText, needsNewVersion } from '#content/versioned-text.ts';
import { say, stop } from './console.mjs';

// Stops unless all changes since a commit are texts that only pages show, so that the pages can be released alone. Before
// that, it stops if a text that people accept has changed under the same version.

/** Content that the server reads too: pages must not show a price, rule or agreement before the server applies it. */
const sharedWithServer = [
  'content/agreements/',
  'content/canned-replies.yaml',
  'content/catalog/',
  'content/legal/',
  'content/site.yaml',
];

const [, , base = ''] = process.argv;
if (!base) stop('usage: npm run content -- scope <the commit that is live>');
const git = (...parameters: string[]) => spawnSync('git', parameters, { encoding: 'utf8' });
const { status, stdout, stderr } = git('diff', '--name-only', '-z', base, 'HEAD', '--');
if (status !== 0) {
  stop(
    `the changes since ${base} can’t be listed (${stderr.trim().split('\n')[0]}): the tag live must name the commit that the server runs (deploy/README.md, Upgrades)`,
  );
}
const files = stdout.split('\0').filter(Boolean);
const unversioned = files.filter(isVersionedText).filter((file) => {
  const [before, after] = [git('show', `${base}:${file}`), git('show', `HEAD:${file}`)];
  return before.status === 0 && after.status === 0 && needsNewVersion(before.stdout, after.stdout);
});
if (unversioned.length > 0) {
  stop(
    `give the text a new version and date in every language, because consents store the version: ${unversioned.join(', ')}`,
  );
}
const elsewhere = files.filter((file) => !file.startsWith('content/') && !file.startsWith('public/locales/'));
const shared = files.filter((file) => sharedWithServer.some((part) => file.startsWith(part)));
const wholeRelease = [...elsewhere, ...shared];
if (wholeRelease.length > 0) {
  stop(`pages and server have to change together (deploy/README.md, Upgrades): ${wholeRelease.slice(0, 5).join(', ')}`);
}
say(`${files.length} changed texts; the pages can be released alone`);
