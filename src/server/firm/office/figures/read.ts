import { dayStart } from '#lib/calendar-date.ts';
import { dayMs } from '#lib/durations.ts';
import type { Deps } from '#server/core/deps.ts';
import type { DataOf, QueryOf } from '#shared/core/call.ts';
import { figures, type officeFigure } from '#shared/firm/contract-figures.ts';
import { readLiabilities } from './liabilities.ts';
import { figureSources, type Range } from './sources.ts';

export type Figure = DataOf<typeof officeFigure>;

const defaultDays = 30;

/** The rows of a figure in the order of its columns. */
export async function readFigure(deps: Deps, { name, from, to }: QueryOf<typeof officeFigure>): Promise<Figure> {
  const last = to ?? isoDay(deps.clock().getTime());
  const first = from ?? isoDay(dayStart(last) - (defaultDays - 1) * dayMs);
  const range: Range = {
    start: new Date(dayStart(first)),
    end: new Date(dayStart(last) + dayMs),
  };
  const rows: readonly Readonly<Record<string, string | number | null>>[] =
    name === 'liabilities' ? await readLiabilities(deps) : (await figureSources[name](range).execute(deps.db)).rows;
  const columns = Object.keys(figures[name].columns);
  return { from: first, to: last, rows: rows.map((row) => columns.map((column) => row[column] ?? null)) };
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
