import type { Trx } from '#server/core/deps.ts';
import type { Audience } from '#shared/messages/webhook.ts';

/** Whose messages: a person's as an affiliate or as a trader. */
export type Recipient = { readonly audience: Audience; readonly personId: string };

export type Outbox = Recipient & {
  /** Puts changes in order. @throws {ServiceError} 404 for someone who may have no messages */
  readonly lock: (trx: Trx) => Promise<unknown>;
};

/** The columns that name a recipient; those of traders are named after affiliates too. */
export const columnsOf = ({ audience, personId }: Recipient) => ({ affiliate_id: personId, audience });
