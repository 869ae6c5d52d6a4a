import { spawnSync } from 'node:child_process';

function git(parameters: readonly string[]): string {
  const { status, stdout } = spawnSync('git', parameters, { encoding: 'utf8', maxBuffer: 1 << 28 });
  return status === 0 ? stdout : '';
}

/** When each file of content/ was last changed, in seconds since 1970, as the history tells; empty without a history. */
export function readTextAges(): ReadonlyMap<string, number> {
  const ages = new Map<string, number>();
  const now = Math.floor(Date.now() / 1000);
  for (const line of git(['status', '--porcelain', '--untracked-files=all', '--', 'content']).split('\n')) {
    if (line) ages.set(line.slice(3), now);
  }
  let changedAt = 0;
  for (const line of git(['log', '--format=@%ct', '--name-only', '--relative', '--', 'content']).split('\n')) {
    if (line.startsWith('@')) changedAt = Number(line.slice(1));
    else if (line && !ages.has(line)) ages.set(line, changedAt);
  }
  return ages;
}
