import type { Trx } from '#server/core/deps.ts';
import { countTradedDays } from '#shared/accounts/objectives.ts';
import { tradingDayOf } from '#shared/exchange/trading-day.ts';
import type { CertificateFacts } from './tables.ts';

export type CertificateSubject =
  | { readonly kind: 'evaluation'; readonly accountId: string }
  | { readonly kind: 'payout'; readonly payoutId: string };

export type SubjectFacts = {
  readonly personId: string;
  readonly accountId: string;
  readonly payoutId: string | null;
  readonly facts: CertificateFacts;
};

/** The facts to certify; null if there are none, as for a trial, a deleted profile or an evaluation that isn't passed. */
export async function findCertificateFacts(trx: Trx, subject: CertificateSubject): Promise<SubjectFacts | null> {
  return subject.kind === 'evaluation' ? findPass(trx, subject.accountId) : findPayment(trx, subject.payoutId);
}

async function findPass(trx: Trx, accountId: string): Promise<SubjectFacts | null> {
  const account = await trx
    .selectFrom('trading_account')
    .select(['person_id', 'program', 'size', 'phase', 'state', 'expires_at'])
    .where('id', '=', accountId)
    .where('person_id', 'in', (eb) => eb.selectFrom('person').select('id').where('deleted_at', 'is', null))
    .executeTakeFirst();
  if (account?.phase !== 'evaluation' || account.expires_at !== null) return null;
  const { status, passedAt, days } = account.state;
  if (status !== 'passed' || passedAt === null) return null;
  const day = tradingDayOf(passedAt);
  const countedDays = days.filter((each) => each.day <= day);
  return {
    personId: account.person_id,
    accountId,
    payoutId: null,
    facts: {
      program: account.program,
      size: account.size,
      day,
      amountCents: countedDays.reduce((sum, { profitCents }) => sum + profitCents, 0),
      tradingDays: countTradedDays(countedDays),
    },
  };
}

async function findPayment(trx: Trx, payoutId: string): Promise<SubjectFacts | null> {
  const payout = await trx
    .selectFrom('payout')
    .innerJoin('trading_account', 'trading_account.id', 'payout.account_id')
    .innerJoin('payout_stage', 'payout_stage.payout_id', 'payout.id')
    .select(['payout.person_id', 'trading_account.id as account_id', 'trader_cents', 'fee_cents'])
    .select(['program', 'size', 'payout_stage.at'])
    .where('payout.id', '=', payoutId)
    .where('payout.status', '=', 'paid')
    .where('payout_stage.status', '=', 'paid')
    .executeTakeFirst();
  if (!payout) return null;
  return {
    personId: payout.person_id,
    accountId: payout.account_id,
    payoutId,
    facts: {
      program: payout.program,
      size: payout.size,
      day: payout.at.toISOString().slice(0, 10),
      amountCents: payout.trader_cents - payout.fee_cents,
      tradingDays: null,
    },
  };
}
