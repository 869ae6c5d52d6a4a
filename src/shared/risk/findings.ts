import type { Fill } from '#shared/accounts/model.ts';
import { type InstrumentCode, instruments } from '#shared/exchange/instruments.ts';

export const findingKinds = [
  'opposite-sides',
  'copied-trades',
  'mirrored-trades',
  'spread',
  'shared-details',
  'unusual-size',
  'unusual-timing',
] as const;

export const findingStatuses = ['open', 'dismissed', 'case'] as const;

export type FindingStatus = (typeof findingStatuses)[number];

export type FindingKind = (typeof findingKinds)[number];

export type SharedDetail = 'bank-account' | 'browser' | 'card';

/** A fill as used by detection. Its source id is unique within the account. */
export type AccountFill = Pick<Fill, 'at' | 'instrument' | 'side' | 'quantity'> & {
  readonly accountId: string;
  readonly sourceId: string;
};

type FindingBase = { readonly accountId: string; readonly evidence: readonly AccountFill[] };

/** A pattern in the fills for staff to review. `market` is the full-size contract. */
export type Finding = FindingBase &
  (
    | {
        readonly kind: 'opposite-sides';
        readonly otherAccountId: string;
        readonly market: InstrumentCode;
        /** The total time that both sides were held. */
        readonly opposedMs: number;
      }
    | {
        readonly kind: 'copied-trades';
        /** The account whose fills came first. */
        readonly otherAccountId: string;
        readonly matched: number;
        /** The number of fills of the account with fewer. */
        readonly fills: number;
        readonly medianDelayMs: number;
      }
    | {
        readonly kind: 'mirrored-trades';
        readonly otherAccountId: string;
        /** Trading days on which they took opposite sides of the same trades. */
        readonly days: number;
        readonly matched: number;
        /** The number of fills of the account with fewer, over these days. */
        readonly fills: number;
      }
    | {
        readonly kind: 'spread';
        readonly market: InstrumentCode;
        /** The total time that the account held the product in both directions. */
        readonly spreadMs: number;
      }
    | { readonly kind: 'shared-details'; readonly otherAccountId: string; readonly detail: SharedDetail }
    | {
        readonly kind: 'unusual-size';
        readonly market: InstrumentCode;
        /** In full-size contracts. */
        readonly contracts: number;
        readonly usualContracts: number;
      }
    | { readonly kind: 'unusual-timing'; readonly quick: number; readonly trades: number }
  );

/** Evidence is limited for readability; the counts give the full extent. */
export const maxEvidence = 60;

export function evidenceOf(fills: readonly AccountFill[]): AccountFill[] {
  return fills.slice(0, maxEvidence).map(({ accountId, sourceId, at, instrument, side, quantity }) => ({
    accountId,
    sourceId,
    at,
    instrument,
    side,
    quantity,
  }));
}

/** Units per full-size contract, so that a micro counts as its fraction of one. */
export const unitsPerContract = 20;

export function unitsOf({ instrument, quantity }: Pick<Fill, 'instrument' | 'quantity'>): number {
  return (quantity * unitsPerContract) / instruments[instrument].ratio;
}

export function getFullSizeInstrument({ instrument }: Pick<Fill, 'instrument'>): InstrumentCode {
  return instruments[instrument].fullSize;
}

export function compareFills(left: AccountFill, right: AccountFill): number {
  if (left.at !== right.at) return left.at - right.at;
  const [a, b] = [`${left.accountId} ${left.sourceId}`, `${right.accountId} ${right.sourceId}`];
  return a < b ? -1 : a > b ? 1 : 0;
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
