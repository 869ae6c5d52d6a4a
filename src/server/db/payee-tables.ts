import type { DestinationKind, PayoutMethod } from '../../domain/payee/destination.ts';
import type { MaybeMoment, Moment } from './columns.ts';

/** Where a person's payouts may go. Never edited: a change is another destination. */
type PayoutDestinationTable = {
  id: string;
  person_id: string;
  method: PayoutMethod;
  kind: DestinationKind;
  /** The encrypted `DestinationDetails` as JSON; see `destinationContext`. */
  details: string;
  masked: string;
  payee_name: string;
  created_at: Moment;
  /** The first moment at which a payout may go to it. */
  usable_at: Moment;
  removed_at: MaybeMoment;
};

export type PayeeTables = {
  payout_destination: PayoutDestinationTable;
};
