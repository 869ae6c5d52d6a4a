import { toCsv } from '#lib/csv.ts';
import { formatDecimal } from '#lib/money/format.ts';
import { type Actor, type Deps, invalid, writeAudit } from '#server/core/deps.ts';
import { decryptTaxForm } from './tax-form-details.ts';

const columns = [
  ...['tax_year', 'recipient_tin', 'tin_type', 'recipient_name', 'street', 'city', 'state', 'zip'],
  ...['account_number', 'box_1_nonemployee_compensation'],
];

/**
 * The data for a year's 1099-NEC forms: US persons whose paid payouts, before the fee, reach the year's threshold. It
 * contains full tax numbers, so each export is audited.
 * @throws {ServiceError} 422 for a year without a threshold in content/catalog
 */
export async function writeCompensationCsv(deps: Deps, operator: Actor, year: number): Promise<string> {
  const fromCents = deps.catalog.taxForms.nonemployeeCompensationFromCents[String(year)];
  if (fromCents === undefined) throw invalid({ year: ['invalid'] });
  const rows = await deps.db
    .selectFrom('payout')
    .innerJoin('payout_stage', (join) =>
      join.onRef('payout_stage.payout_id', '=', 'payout.id').on('payout_stage.status', '=', 'paid'),
    )
    .innerJoin('tax_form', (join) =>
      join.onRef('tax_form.person_id', '=', 'payout.person_id').on('tax_form.superseded_at', 'is', null),
    )
    .select(['payout.person_id', 'tax_form.id', 'tax_form.details'])
    .select(({ fn }) => fn.sum<number>('trader_cents').as('total'))
    .where('payout.status', '=', 'paid')
    .where('payout.is_sample', '=', false)
    .where('tax_form.kind', '=', 'w-9')
    .where('payout_stage.at', '>=', new Date(Date.UTC(year, 0, 1)))
    .where('payout_stage.at', '<', new Date(Date.UTC(year + 1, 0, 1)))
    .groupBy(['payout.person_id', 'tax_form.id', 'tax_form.details'])
    .orderBy('payout.person_id')
    .execute();
  const reported = rows.filter(({ total }) => Number(total) >= fromCents);
  await writeAudit(deps, deps.db, `person:${operator.personId}`, 'tax-report-exported', ['tax-report', String(year)], {
    people: reported.length,
  });
  return toCsv([columns, ...reported.map((row) => describe(deps, row, year))]);
}

type Row = { readonly person_id: string; readonly id: string; readonly details: string; readonly total: number };

function describe(deps: Deps, row: Row, year: number): (string | number)[] {
  const form = decryptTaxForm(deps, row);
  const { street, city, state, postCode } = form.address;
  const tinType = form.kind === 'w-9' ? form.tinType : '';
  const amount = formatDecimal(Number(row.total));
  return [year, form.tin ?? '', tinType, form.name, street, city, state, postCode, row.person_id, amount];
}
