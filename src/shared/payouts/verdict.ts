import type { PayoutCheck, PayoutQuote } from './quote-shape.ts';

/** Conditions that nothing the trader does can meet anymore. */
const finalNames = ['funded', 'not-breached', 'not-paid-out'] as const;
type FinalName = (typeof finalNames)[number];

/** A condition that isn't met yet, and what would meet it. */
export type Remedy =
  | Exclude<PayoutCheck, { name: FinalName | 'not-suspended' | 'amount' }>
  | { readonly name: 'not-suspended'; readonly passed: boolean };

/** Whether money can be requested: `over` says why it never can, `missing` what it takes. */
export type PayoutVerdict =
  | { readonly kind: 'ready' }
  | { readonly kind: 'over'; readonly name: FinalName }
  | { readonly kind: 'missing'; readonly remedies: readonly Remedy[] };

/** How many conditions of an account are met; the check of a requested amount isn't one. */
export function countConditions(checks: readonly PayoutCheck[]): { readonly met: number; readonly all: number } {
  const conditions = checks.filter(({ name }) => name !== 'amount');
  return { met: conditions.filter(({ passed }) => passed).length, all: conditions.length };
}

export function payoutVerdict(checks: readonly PayoutCheck[]): PayoutVerdict {
  const failed = checks.filter(({ passed, name }) => !passed && name !== 'amount');
  const final = finalNames.find((name) => failed.some((check) => check.name === name));
  if (final !== undefined) return { kind: 'over', name: final };
  const remedies = failed.filter((check): check is PayoutCheck & Remedy => check.name !== 'amount');
  return remedies.length === 0 ? { kind: 'ready' } : { kind: 'missing', remedies };
}

type PayoutAccount = { readonly quote: Pick<PayoutQuote, 'availableCents' | 'checks'>; readonly open: unknown };

/** The account with the most to request first, then open requests, then the fewest conditions left, ended ones last. */
export function byPayability<Account extends PayoutAccount>(accounts: readonly Account[]): Account[] {
  return accounts.toSorted(
    (left, right) => right.quote.availableCents - left.quote.availableCents || rankOf(left) - rankOf(right),
  );
}

function rankOf({ quote: { checks }, open }: PayoutAccount): number {
  if (open !== null) return -1;
  const verdict = payoutVerdict(checks);
  if (verdict.kind === 'missing') return verdict.remedies.length;
  return verdict.kind === 'ready' ? 0 : Number.MAX_SAFE_INTEGER;
}
