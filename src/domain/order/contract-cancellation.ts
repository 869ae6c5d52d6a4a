import type { OrderKind } from './types.ts';

const dayMs = 86_400_000;

/** What the law sees in a product. */
export const productKinds = ['service', 'digital-service', 'digital-content'] as const;

export type ProductKind = (typeof productKinds)[number];

/** The law by country and product, from content/catalog/consumer-rights.yaml. */
export type ConsumerRights = {
  readonly regions: Readonly<
    Record<
      string,
      {
        readonly countries: readonly string[];
        readonly days: number;
        readonly earlyStart: 'by-product' | 'keeps-right';
      }
    >
  >;
  readonly products: Readonly<Partial<Record<OrderKind, { readonly kind: ProductKind }>>>;
};

/**
 * What a start at the buyer's request does to the right: nothing; they pay for what they received until it is performed
 * in full; or it ends.
 */
export const earlyStarts = ['keeps-right', 'pays-share', 'ends-right'] as const;

export type CancellationRight = { readonly days: number; readonly earlyStart: (typeof earlyStarts)[number] };

/** The right of a buyer in a country (ISO 3166-1 alpha-2); null without one, and for what continues a contract. */
export function findCancellationRight(
  rights: ConsumerRights,
  { country, kind }: { readonly country: string; readonly kind: OrderKind },
): CancellationRight | null {
  const region = Object.values(rights.regions).find(({ countries }) => countries.includes(country));
  const product = rights.products[kind];
  if (!region || !product) return null;
  if (region.earlyStart === 'keeps-right') return { days: region.days, earlyStart: 'keeps-right' };
  return { days: region.days, earlyStart: product.kind === 'digital-content' ? 'ends-right' : 'pays-share' };
}

type Sale = { readonly right: CancellationRight | null; readonly totalCents: number };

/**
 * Whether an order starts only after the right's days unless its buyer consents to an earlier start. Both the
 * checkout's question and the deferral depend on it.
 */
export function needsStartConsent({ right, totalCents }: Sale): boolean {
  return right !== null && right.earlyStart !== 'keeps-right' && totalCents > 0;
}

/** When a paid order may be fulfilled, in UTC ms. */
export function beginsAt(paidAt: number, sale: Sale & { readonly startNow: boolean }): number {
  const days = needsStartConsent(sale) && !sale.startNow ? (sale.right?.days ?? 0) : 0;
  return paidAt + days * dayMs;
}

type Contract = {
  readonly right: CancellationRight | null;
  readonly startNow: boolean;
  readonly begun: boolean;
  readonly paidAt: number;
};

/** What a cancellation declared at a time gives back: everything, the part not yet supplied, or nothing. */
export function refundOfCancellation(
  { right, startNow, begun, paidAt }: Contract,
  at: number,
): 'full' | 'share' | 'none' {
  if (right === null || at > paidAt + right.days * dayMs) return 'none';
  if (right.earlyStart === 'keeps-right' || !startNow || !begun) return 'full';
  return right.earlyStart === 'pays-share' ? 'share' : 'none';
}
