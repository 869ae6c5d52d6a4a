import { tradingDayOf } from '../../../domain/calendar/trading-day.ts';
import type { CertificateFacts } from '../../db/certificate-tables.ts';
import type { Trx } from '../../deps.ts';

export type CertificateSubject =
  | { readonly kind: 'evaluation'; readonly accountId: string }
  | { readonly kind: 'payout'; readonly payoutId: string };

export type SubjectFacts = {
  readonly personId: string;
  readonly accountId: string;
  readonly payoutId: string | null;
  readonly facts: CertificateFacts;
};

/** What there is to certify; null if there is nothing, such as an evaluation that isn't passed or a trial. */
export async function findFacts(trx: Trx, subject: CertificateSubject): Promise<SubjectFacts | null> {
  return subject.kind === 'evaluation' ? findPass(trx, subject.accountId) : null;
}

async function findPass(trx: Trx, accountId: string): Promise<SubjectFacts | null> {
  const account = await trx
    .selectFrom('trading_account')
    .select(['person_id', 'programme', 'size', 'phase', 'state', 'expires_at'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account || account.phase !== 'evaluation' || account.expires_at !== null) return null;
  const { status, passedAt, days } = account.state;
  if (status !== 'passed' || passedAt === null) return null;
  const day = tradingDayOf(passedAt);
  const counted = days.filter((each) => each.day <= day);
  return {
    personId: account.person_id,
    accountId,
    payoutId: null,
    facts: {
      programme: account.programme,
      size: account.size,
      day,
      amountCents: counted.reduce((sum, { profitCents }) => sum + profitCents, 0),
      tradingDays: counted.filter(({ fills }) => fills > 0).length,
    },
  };
}
