import { spawnSync } from 'node:child_process';

function git(parameters: readonly string[]): string {
  const { status, stdout } = spawnSync('git', parameters, { encoding: 'utf8', maxBuffer: 1 << 28 });
  return status === 0 ? stdout : '';
}

/** Ignores quotation marks, dashes and spaces, which need no new translation. */
function wordsOf(lines: readonly string[]): string {
  return lines.join(' ').replace(/[^\p{L}\p{N}]+/gu, ' ');
}

/** When the words of each file last changed, from `git log -p` whose commits start with `@` and their time. */
export function mtimesOf(log: string): ReadonlyMap<string, number> {
  const ages = new Map<string, number>();
  let changedAt = 0;
  for (const part of log.split(/^(?=@\d+$|diff --git )/m)) {
    if (part.startsWith('@')) changedAt = Number(part.slice(1));
    const file = /^\+\+\+ b\/(.+)$/m.exec(part)?.[1];
    if (!file || ages.has(file)) continue;
    const lines = part.slice(part.indexOf('\n@@')).split('\n');
    const [before, after] = ['-', '+'].map((sign) =>
      wordsOf(lines.flatMap((line) => (line[0] === sign ? line.slice(1) : []))),
    );
    if (before !== after) ages.set(file, changedAt);
  }
  return ages;
}

/** The last change of each file in content/, in seconds since the epoch; empty without a git history. */
export function readGitMtimes(): ReadonlyMap<string, number> {
  const now = Math.floor(Date.now() / 1000);
  const patches = ['log', '-p', '-U0', '--no-renames', '--no-color', '--no-ext-diff', '--relative'];
  const format = ['--src-prefix=a/', '--dst-prefix=b/', '--format=@%ct', '--', 'content/*.md'];
  const ages = new Map(mtimesOf(git([...patches, ...format])));
  for (const line of git(['status', '--porcelain', '--untracked-files=all', '--', 'content']).split('\n')) {
    if (line) ages.set(line.slice(3), now);
  }
  return ages;
}
