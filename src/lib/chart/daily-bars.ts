import { dayMs } from '../durations.ts';

/** One bar per day, oldest first. Missing days get 0, so that a gap doesn't look like consecutive days. */
export function fillDays(sums: ReadonlyMap<string, number>): (readonly [day: string, value: number])[] {
  const days = [...sums.keys()].sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const filled: (readonly [string, number])[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10);
    filled.push([day, sums.get(day) ?? 0]);
  }
  return filled;
}
