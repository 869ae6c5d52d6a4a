import type { Row } from '#server/core/database/table.ts';
import type { StaffRole } from '#shared/core/access.ts';
import type { staffTables } from './tables.ts';

export type StaffChange =
  | { readonly change: 'appoint' | 'remove'; readonly role: StaffRole }
  | { readonly change: 'suspend' | 'restore' }
  | { readonly change: 'address'; readonly address: string };

/** Who decided a change. `name` is an administrator's address; null for the server's operator. */
export type Decider = { readonly actor: string; readonly name: string | null; readonly isCommand?: true };

/** A stored change; the table's checks guarantee the fields of each kind. */
export function toStaffChange({ change, role, address }: Row<typeof staffTables.staff_request>): StaffChange {
  if (change === 'appoint' || change === 'remove') return { change, role: role as StaffRole };
  return change === 'address' ? { change, address: address ?? '' } : { change };
}
