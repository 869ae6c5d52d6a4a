import { type LintFinding, type Tree, toWarnings } from './work-tree.ts';

const watchList = 'deploy/bridge/vendors.md';
const maxMonths = 6;

/** Warns of vendors' documents that were read more than six months ago, and of rows without a date. */
export function lintVendors(tree: Pick<Tree, 'read'>, now: Date): readonly LintFinding[] {
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - maxMonths);
  const rows = tree
    .read(watchList)
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const texts = rows.flatMap(([, vendor, link = '', day = '']) => {
    const [, name] = /^\[([^\]]+)\]/.exec(link) ?? [];
    if (name === undefined) return [];
    const readAt = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
    if (readAt >= oldest.getTime()) return [];
    return [`${watchList}: ${vendor}’s “${name}” was read on ${day || 'no day'}: read it again and set the date`];
  });
  return toWarnings(texts);
}
