import type { Generated } from 'kysely';
import type { MaybeMoment, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { StaffRole } from '#shared/core/access.ts';

type StaffChangeKind = 'appoint' | 'remove' | 'suspend' | 'restore' | 'address';

/** A change that concerns an administrator, which another administrator must confirm. */
type StaffRequestTable = {
  id: string;
  person_id: string;
  change: StaffChangeKind;
  /** Of `appoint` and `remove`. */
  role: StaffRole | null;
  /** Of `address`: the new one. */
  address: MaybeText;
  requested_by: string;
  requested_at: Moment;
  decided_by: MaybeText;
  decided_at: MaybeMoment;
  is_declined: Generated<boolean>;
};

export type StaffTables = {
  staff_request: StaffRequestTable;
};
