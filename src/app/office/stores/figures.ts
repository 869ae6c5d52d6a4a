import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { download } from '#app/shell/stores/download.ts';
import { currentQuery } from '#app/shell/stores/navigation.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { type FigureName, figureNames, officeFigure, officeFigureFile } from '#shared/firm/contract-figures.ts';
import { officeOptions } from './office.ts';

export type FigureQuery = { readonly name: FigureName; readonly from?: string; readonly to?: string };

export const $figureQuery = atom<FigureQuery>({ name: 'sales' });
export const $figure = createResource((query: FigureQuery) => send(officeFigure, { query }), officeOptions);

export function readFigureQuery(): FigureQuery {
  const { name, from, to } = currentQuery();
  const known = figureNames.find((each) => each === name) ?? 'sales';
  return { name: known, ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

export function showFigure(query: FigureQuery): void {
  $figureQuery.set(query);
  const search = new URLSearchParams(query as Record<string, string>).toString();
  globalThis.history.replaceState(null, '', `?${search}`);
  void $figure.load(query);
}

export function exportFigure(): Promise<void> {
  const query = $figureQuery.get();
  return download(`${query.name}.csv`, officeFigureFile, { query });
}
