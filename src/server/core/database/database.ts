import type { AuditTables } from '../audit/tables.ts';
import type { LedgerTables } from '../ledger/tables.ts';
import type { CoreTables } from '../tables.ts';

/** Every table: those of core, and those of each area, which `firm/schema.ts` adds. */
export interface Database extends AuditTables, CoreTables, LedgerTables {}
