import { toCsv } from '#lib/csv.ts';
import { type Actor, type Deps, writeAudit } from '#server/core/deps.ts';
import { csvCell, csvHeader } from '#server/office/export-list.ts';
import { figures } from '#shared/firm/contract-figures.ts';
import { readFigure } from './read.ts';

/** A figure as CSV. The export is audited. */
export async function exportFigure(
  deps: Deps,
  actor: Actor,
  request: Parameters<typeof readFigure>[1],
): Promise<string> {
  const columns = Object.entries(figures[request.name].columns);
  const { from, to, rows } = await readFigure(deps, request);
  await writeAudit(deps, deps.db, actor, 'figure-exported', ['list', request.name], { from, to, rows: rows.length });
  return toCsv([
    columns.map(([name, kind]) => csvHeader(name, kind)),
    ...rows.map((row) => columns.map(([, kind], index) => csvCell(kind, row[index]))),
  ]);
}
