import type { Generated } from 'kysely';
import type { LedgerAccountKind, LedgerTransactionKind } from '#shared/core/ledger-accounts.ts';
import type { Moment } from '../database/columns.ts';

/** One per kind and owner. Its balance is the sum of its entries. */
type LedgerAccountTable = {
  id: string;
  kind: LedgerAccountKind;
  /** A person, a trading account, or empty for the firm's own. */
  owner_id: string;
  may_be_negative: boolean;
};

type LedgerTransactionTable = {
  id: string;
  /** Increases with arrival. */
  number: Generated<number>;
  /** At most one transaction per key, such as `payout-requested:<id>`. */
  dedupe_key: string;
  kind: LedgerTransactionKind;
  /** What it is about, such as `payout:<id>`. */
  reference: string;
  at: Moment;
};

/** Positive increases an account's balance, negative decreases it; the entries of a transaction sum to zero. */
type LedgerEntryTable = { transaction_id: string; line: number; account_id: string; amount_cents: number };

export type LedgerTables = {
  ledger_account: LedgerAccountTable;
  ledger_transaction: LedgerTransactionTable;
  ledger_entry: LedgerEntryTable;
};
