import { sql } from 'kysely';
import { insertOnce, insertRow } from '#server/core/database/rows.ts';
import {
  type LedgerAccountRef,
  type LedgerLine,
  type LedgerTransactionKind,
  ledgerAccountKinds,
} from '#shared/core/ledger-accounts.ts';
import { type Deps, newId, type Trx } from '../deps.ts';

export type Posting = {
  /** A posting whose key exists changes nothing. */
  readonly dedupeKey: string;
  readonly kind: LedgerTransactionKind;
  /** The subject, such as `payout:<id>`. */
  readonly reference: string;
  readonly lines: readonly LedgerLine[];
};

/** An account would go below zero. This is a bug, because callers check the balance first. */
export class LedgerBalanceError extends Error {}

const keyOf = ({ kind, ownerId }: LedgerAccountRef) => `${kind} ${ownerId ?? ''}`;

/** Opens missing accounts and locks those with a limit, in a fixed order, so concurrent postings never deadlock. */
async function lockAccounts(trx: Trx, refs: readonly LedgerAccountRef[]): Promise<ReadonlyMap<string, string>> {
  const distinct = new Map(refs.map((ref) => [keyOf(ref), ref]));
  const ordered = [...distinct.entries()].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, ref]) => ref);
  await insertOnce(
    trx,
    'ledger_account',
    ordered.map(({ kind, ownerId = '' }) => ({
      id: newId(),
      kind,
      owner_id: ownerId,
      may_be_negative: ledgerAccountKinds[kind].mayBeNegative,
    })),
  );
  const pairs = ordered.map(({ kind, ownerId = '' }) => sql`(${kind}::text, ${ownerId}::text)`);
  const { rows } = await sql<{ readonly id: string; readonly key: string } & { may_be_negative: boolean }>`
    select id, kind || ' ' || owner_id as key, may_be_negative from ledger_account
    where (kind, owner_id) in (${sql.join(pairs)}) order by kind collate "C", owner_id collate "C"
  `.execute(trx);
  const limited = rows.filter((row) => !row.may_be_negative && !row.key.endsWith(' ')).map(({ id }) => id);
  if (limited.length > 0) {
    await sql`
      select id from ledger_account where id in (${sql.join(limited)})
      order by kind collate "C", owner_id collate "C" for no key update
    `.execute(trx);
  }
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/**
 * Posts a ledger transaction in the caller's database transaction. @returns false if its key was already posted
 * @throws {LedgerBalanceError} if an account would go below zero
 */
export async function postToLedger(deps: Deps, trx: Trx, posting: Posting): Promise<boolean> {
  const { dedupeKey, kind, reference, lines } = posting;
  if (lines.reduce((sum, { amountCents }) => sum + amountCents, 0) !== 0 || lines.length < 2) {
    throw new Error(`The posting ${dedupeKey} is not balanced`);
  }
  const accounts = await lockAccounts(
    trx,
    lines.map(({ account }) => account),
  );
  const id = newId();
  const stored = await insertOnce(trx, 'ledger_transaction', {
    id,
    dedupe_key: dedupeKey,
    kind,
    reference,
    at: deps.clock(),
  });
  if (!stored) return false;
  await insertRow(
    trx,
    'ledger_entry',
    lines.map(({ account, amountCents }, line) => ({
      transaction_id: id,
      line,
      account_id: accounts.get(keyOf(account)) ?? '',
      amount_cents: amountCents,
    })),
  );
  await checkBalances(trx, lines, accounts);
  return true;
}

/** The database checks this again on commit; this check names the account while the caller can still handle it. */
async function checkBalances(trx: Trx, lines: readonly LedgerLine[], accounts: ReadonlyMap<string, string>) {
  const debits = lines.filter(({ account, amountCents }) => amountCents < 0 && !mayBeNegative(account));
  for (const { account } of debits) {
    const { sum } = await trx
      .selectFrom('ledger_entry')
      .select((eb) => eb.fn.sum<number>('amount_cents').as('sum'))
      .where('account_id', '=', accounts.get(keyOf(account)) ?? '')
      .executeTakeFirstOrThrow();
    if (Number(sum) < 0) throw new LedgerBalanceError(`The ledger account ${keyOf(account)} would hold ${sum} cents`);
  }
}

function mayBeNegative({ kind }: LedgerAccountRef): boolean {
  return ledgerAccountKinds[kind].mayBeNegative;
}
