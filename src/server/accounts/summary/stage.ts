import { stageOf } from '#shared/accounts/lifecycle.ts';
import type { AccountState } from '#shared/accounts/model.ts';
import type { StoredAccount } from '../tables.ts';

type Row = Pick<StoredAccount, 'phase' | 'end_reason' | 'suspended_at'> & { readonly activated: boolean };

export function stageOfAccount(
  { phase, end_reason: ended, suspended_at: suspendedAt, activated }: Row,
  status: AccountState['status'],
): ReturnType<typeof stageOf> {
  return stageOf({ phase, status, activated, ended, suspended: suspendedAt !== null });
}
