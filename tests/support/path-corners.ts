/** A point of a path, or the start of another piece. */
export type Corner = readonly [number, number] | 'then';

/** The corners of a path of absolute straight commands. */
export function cornersOf(path: string): Corner[] {
  const corners: Corner[] = [];
  for (const [, command, numbers = ''] of path.matchAll(/([MLHV])([\d. -]+)/g)) {
    const [first = 0, second = 0] = numbers.trim().split(' ').map(Number);
    const [x, y] = corners.findLast((each) => each !== 'then') ?? [0, 0];
    if (command === 'M' && corners.length > 0) corners.push('then');
    corners.push([command === 'V' ? x : first, command === 'H' ? y : command === 'V' ? first : second]);
  }
  return corners;
}
