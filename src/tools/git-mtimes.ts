import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

function git(parameters: readonly string[]): string {
  const { status, stdout } = spawnSync('git', parameters, { encoding: 'utf8', maxBuffer: 1 << 28 });
  return status === 0 ? stdout : '';
}

/** Ignores quotation marks, dashes and spaces, whose changes need no new translation. */
function extractWords(lines: readonly string[]): string {
  return lines.join(' ').replace(/[^\p{L}\p{N}]+/gu, ' ');
}

/** Commits that changed spelling or form but no meaning. GitHub and `git blame` can leave them out, too. */
const ignoredFile = '.git-blame-ignore-revs';

function readIgnoredCommits(): ReadonlySet<string> {
  const text = existsSync(ignoredFile) ? readFileSync(ignoredFile, 'utf8') : '';
  return new Set(text.match(/^[0-9a-f]{40}$/gm));
}

/**
 * When the text of each file last changed, in seconds. Parses `git log -p` output whose commits start with `@`, their
 * time and their hash.
 */
export function parseMtimes(log: string, ignored: ReadonlySet<string> = new Set()): ReadonlyMap<string, number> {
  const mtimes = new Map<string, number>();
  let [changedAt, isIgnored] = [0, false];
  for (const part of log.split(/^(?=@\d+ |diff --git )/m)) {
    if (part.startsWith('@')) {
      const [time, hash = ''] = part.slice(1).trim().split(' ');
      [changedAt, isIgnored] = [Number(time), ignored.has(hash)];
    }
    const file = /^\+\+\+ b\/(.+)$/m.exec(part)?.[1];
    if (!file || isIgnored || mtimes.has(file)) continue;
    const lines = part.slice(part.indexOf('\n@@')).split('\n');
    const [before, after] = ['-', '+'].map((sign) =>
      extractWords(lines.flatMap((line) => (line[0] === sign ? line.slice(1) : []))),
    );
    if (before !== after) mtimes.set(file, changedAt);
  }
  return mtimes;
}

/** The last change of each file in content/, in seconds since the epoch; empty without a git history. */
export function readGitMtimes(): ReadonlyMap<string, number> {
  const now = Math.floor(Date.now() / 1000);
  const patches = ['log', '-p', '-U0', '--no-renames', '--no-color', '--no-ext-diff', '--relative'];
  const format = ['--src-prefix=a/', '--dst-prefix=b/', '--format=@%ct %H', '--', 'content/*.md'];
  const mtimes = new Map(parseMtimes(git([...patches, ...format]), readIgnoredCommits()));
  for (const line of git(['status', '--porcelain', '--untracked-files=all', '--', 'content']).split('\n')) {
    if (line) mtimes.set(line.slice(3), now);
  }
  return mtimes;
}
