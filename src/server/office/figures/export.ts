import { toCsv } from '#lib/csv.ts';
import { writeAudit } from '#server/core/audit/write-audit.ts';
import type { Actor, Deps } from '#server/core/deps.ts';
import { figureColumns } from '#shared/office/contract-figures.ts';
import { csvCell, csvHeader } from '../export-list.ts';
import { readFigure } from './read.ts';

/** A figure as CSV. The export is audited. */
export async function exportFigure(
  deps: Deps,
  actor: Actor,
  request: Parameters<typeof readFigure>[1],
): Promise<string> {
  const columns = figureColumns[request.name];
  const { from, to, rows } = await readFigure(deps, request);
  await writeAudit(deps, deps.db, {
    actor: `person:${actor.personId}`,
    action: 'figure-exported',
    entity: 'list',
    entityId: request.name,
    details: { from, to, rows: rows.length },
  });
  return toCsv([
    columns.map(csvHeader),
    ...rows.map((row) => row.map((value, index) => csvCell(columns[index] ?? '', value))),
  ]);
}
