import { atom } from 'nanostores';
import { send } from '../client/call.ts';
import { fetchFile, saveFile } from '../client/file.ts';
import { annualStatementCsv, annualStatementPdf, fetchAnnualStatements } from '../contract/annual-statements.ts';
import type { DataOf } from '../contract/call.ts';
import type { Loadable } from './billing.ts';
import { notifyFailure } from './toasts.ts';

export type YearTotals = DataOf<typeof fetchAnnualStatements>['years'][number];

export const $annualStatements = atom<Loadable<readonly YearTotals[]>>({ status: 'loading' });

export async function loadAnnualStatements(): Promise<void> {
  const result = await send(fetchAnnualStatements, {});
  $annualStatements.set(result.ok ? { status: 'ready', value: result.data.years } : { status: 'failed' });
  if (!result.ok) notifyFailure(result.failure);
}

export async function saveAnnualStatement(year: number, kind: 'csv' | 'pdf'): Promise<void> {
  const query = { year: String(year) };
  const file = await (kind === 'csv'
    ? fetchFile(annualStatementCsv, { query })
    : fetchFile(annualStatementPdf, { query }));
  if (file.ok) saveFile(`annual-statement-${year}.${kind}`, file.content);
  else notifyFailure(file.failure);
}
