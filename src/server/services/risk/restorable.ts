import { sql } from 'kysely';

/**
 * Suspensions that the risk desk can lift: its own, and one for a dispute that was lost in part, which nothing else
 * ends.
 */
export const isRestorable = sql<boolean>`(
  account_suspension.why = 'risk' or exists (
    select from payment_dispute as dispute
    where account_suspension.source = 'dispute:' || dispute.id and dispute.status = 'lost'
  )
)`;
