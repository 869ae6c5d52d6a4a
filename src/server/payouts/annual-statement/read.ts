import { sql } from 'kysely';
import { listRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import {
  type AnnualStatement,
  annualStatementOf,
  annualStatementsOf,
  type StatementKind,
  type StatementLine,
} from '#shared/payouts/annual-statement.ts';

/** A person's statements of all years, newest first; the current year is included even if it is empty. */
export async function readAnnualStatements(deps: Deps, personId: string): Promise<readonly AnnualStatement[]> {
  return annualStatementsOf(await readLines(deps, personId), deps.clock().getUTCFullYear());
}

/** One year's statement; empty if the year has no lines. */
export async function readAnnualStatement(deps: Deps, personId: string, year: number): Promise<AnnualStatement> {
  return annualStatementOf(await readLines(deps, personId), year);
}

async function readLines(deps: Deps, personId: string): Promise<StatementLine[]> {
  return [...(await readPayouts(deps, personId)), ...(await readPurchases(deps, personId))];
}

type PaidRow = {
  readonly at: Date;
  readonly cents: string | number;
  readonly number: string;
  readonly source: 'account' | 'affiliate';
  readonly feeCents: string | number;
  readonly reference: string | null;
  readonly account: string | null;
  readonly isSample: boolean;
};

/** From the ledger itself: payouts booked as paid, and those booked back. */
async function readPayouts({ db }: Deps, personId: string): Promise<StatementLine[]> {
  const { rows } = await sql<PaidRow>`
    select t.at, sum(e.amount_cents) as cents, p.number, p.source, p.fee_cents as "feeCents", p.reference,
      trading_account.platform_account_id as account, p.is_sample as "isSample"
    from ledger_account a
      join ledger_entry e on e.account_id = a.id
      join ledger_transaction t on t.id = e.transaction_id
      join payout p on t.reference = 'payout:' || p.id
      left join trading_account on trading_account.id = p.account_id
    where a.owner_id = ${personId} and a.kind in ('payout-paid', 'affiliate-paid')
    group by t.number, t.at, p.id, trading_account.platform_account_id
    order by t.number
  `.execute(db);
  return rows.map((row) => {
    const netCents = Number(row.cents);
    const feeCents = Math.sign(netCents) * Number(row.feeCents);
    const kind: StatementKind = row.source === 'affiliate' ? 'affiliate-payout' : 'payout';
    return {
      kind: netCents < 0 ? `${kind}-returned` : kind,
      at: row.at.getTime(),
      number: row.number,
      description: '',
      isSample: row.isSample,
      account: row.account,
      reference: row.reference,
      grossCents: netCents + feeCents,
      feeCents,
      netCents,
      taxCents: 0,
    };
  });
}

async function readPurchases({ db }: Deps, personId: string): Promise<StatementLine[]> {
  const rows = await listRows(db, 'invoice', { person_id: personId }, ['number', 'kind', 'document', 'issued_at'], {
    orderBy: ['issued_at', 'kind desc', 'number'],
  });
  return rows.map(({ number, kind, document, issued_at: issuedAt }) => ({
    kind: kind === 'credit' ? 'refund' : 'purchase',
    at: issuedAt.getTime(),
    number,
    description: document.name,
    isSample: false,
    account: null,
    reference: document.credits,
    grossCents: document.totalCents,
    feeCents: 0,
    netCents: document.totalCents,
    taxCents: document.taxCents,
  }));
}
