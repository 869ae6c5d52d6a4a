import { type Catalog, getAccountRules } from '#content/catalog.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import { rulesForPhase } from '#shared/accounts/rules/for-phase.ts';
import type { StoredAccount } from './tables.ts';

export const rulesColumns = ['program', 'size', 'rules_version', 'phase'] as const;

export type RulesRow = Pick<StoredAccount, (typeof rulesColumns)[number]>;

/** The rules an account was bought under, for its phase. @throws if they were never published */
export function rulesOf(catalog: Catalog, row: RulesRow): AccountRules {
  return rulesForPhase(getAccountRules(catalog, row.rules_version, row.program, row.size), row.phase);
}
