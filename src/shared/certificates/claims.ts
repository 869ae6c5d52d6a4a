import { type Program, programs, type Size, sizes } from '#shared/catalog/programs.ts';

export const certificateKinds = ['evaluation', 'payout'] as const;

/** What a certificate says. The trader chooses how they are named and whether the amount is stated. */
export type CertificateClaims = {
  readonly id: string;
  readonly kind: (typeof certificateKinds)[number];
  readonly name: string;
  readonly program: Program;
  readonly size: Size;
  /** The trading day of the pass, or the day the payout was paid: YYYY-MM-DD. */
  readonly day: string;
  /** The profit at the pass, or what the trader was paid; null if the trader leaves it out. */
  readonly amountCents: number | null;
  /** Days with trades until the pass; null for a payout. */
  readonly tradingDays: number | null;
  /** UTC ms, whole seconds. */
  readonly issuedAt: number;
  /** The certificate's bit in the status lists, counted across all lists. */
  readonly statusIndex: number;
};

/** Validates claims from a signed payload. @returns undefined if a field is missing or out of range */
export function parseClaims(values: Partial<Record<keyof CertificateClaims, unknown>>): CertificateClaims | undefined {
  const { id, kind, name, day, amountCents = null, tradingDays = null, issuedAt, statusIndex } = values;
  const program = programs.find((each) => each === values.program);
  const size = sizes.find((each) => each === values.size);
  if (typeof id !== 'string' || !/^[A-Za-z0-9_-]{22}$/.test(id)) return undefined;
  if (kind !== 'evaluation' && kind !== 'payout') return undefined;
  if (typeof name !== 'string' || name === '' || !program || !size) return undefined;
  if (typeof day !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  if (!isCount(issuedAt) || !isCount(statusIndex)) return undefined;
  if (amountCents !== null && !isCount(amountCents)) return undefined;
  if (tradingDays !== null && !isCount(tradingDays)) return undefined;
  return { id, kind, name, program, size, day, amountCents, tradingDays, issuedAt, statusIndex };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
