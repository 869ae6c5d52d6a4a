import { send } from '#app/http/call.ts';
import { download } from '#app/shell/stores/download.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import {
  annualStatementCsv,
  annualStatementPdf,
  fetchAnnualStatements,
} from '#shared/payouts/contract-annual-statements.ts';

export const $annualStatements = createResource(() => send(fetchAnnualStatements, {}));

export function saveAnnualStatement(year: number, kind: 'csv' | 'pdf'): Promise<void> {
  const call = kind === 'csv' ? annualStatementCsv : annualStatementPdf;
  return download(`annual-statement-${year}.${kind}`, call, { query: { year: String(year) } });
}
