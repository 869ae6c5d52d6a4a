import { atom } from 'nanostores';
import type { Loadable } from '#app/billing/stores/billing.ts';
import { send } from '#app/http/call.ts';
import { fetchFile, saveFile } from '#app/http/file.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import type { DataOf } from '#shared/core/call.ts';
import {
  annualStatementCsv,
  annualStatementPdf,
  fetchAnnualStatements,
} from '#shared/payouts/contract-annual-statements.ts';

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
