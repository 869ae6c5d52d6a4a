import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { fetchFile, saveFile } from '#app/http/file.ts';
import { currentQuery } from '#app/shell/stores/navigation.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import type { DataOf } from '#shared/core/call.ts';
import { type FigureName, figureNames, officeFigure, officeFigureFile } from '#shared/office/contract-figures.ts';
import { failureStatus, type OfficeLoadable } from './office.ts';

export type FigureQuery = { readonly name: FigureName; readonly from?: string; readonly to?: string };

export const $figureQuery = atom<FigureQuery>({ name: 'sales' });
export const $figure = atom<OfficeLoadable<DataOf<typeof officeFigure>>>({ status: 'loading' });

/** The figure and filters in the address. */
export function readFigureQuery(): FigureQuery {
  const { name, from, to } = currentQuery();
  const known = figureNames.find((each) => each === name) ?? 'sales';
  return { name: known, ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

export function showFigure(query: FigureQuery): void {
  $figureQuery.set(query);
  const search = new URLSearchParams(query as Record<string, string>).toString();
  globalThis.history.replaceState(null, '', `?${search}`);
  void loadFigure();
}

export async function loadFigure(): Promise<void> {
  const query = $figureQuery.get();
  $figure.set({ status: 'loading' });
  const result = await send(officeFigure, { query });
  // Another figure was chosen in the meantime; it has its own response.
  if ($figureQuery.get() !== query) return;
  $figure.set(result.ok ? { status: 'ready', data: result.data } : { status: failureStatus(result.failure) });
}

export async function exportFigure(): Promise<void> {
  const query = $figureQuery.get();
  const content = await fetchFile(officeFigureFile, { query });
  if (content.ok) saveFile(`${query.name}.csv`, content.content);
  else notifyFailure(content.failure);
}
