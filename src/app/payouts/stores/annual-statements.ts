import { send } from '#app/http/call.ts';
import { fetchFile, saveFile } from '#app/http/file.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import type { DataOf } from '#shared/core/call.ts';
import {
  annualStatementCsv,
  annualStatementPdf,
  fetchAnnualStatements,
} from '#shared/payouts/contract-annual-statements.ts';

export type YearTotals = DataOf<typeof fetchAnnualStatements>['years'][number];

export const $annualStatements = createResource(() => send(fetchAnnualStatements, {}));

export async function saveAnnualStatement(year: number, kind: 'csv' | 'pdf'): Promise<void> {
  const query = { year: String(year) };
  const file = await (kind === 'csv'
    ? fetchFile(annualStatementCsv, { query })
    : fetchFile(annualStatementPdf, { query }));
  if (file.ok) saveFile(`annual-statement-${year}.${kind}`, file.content);
  else notifyFailure(file.failure);
}
