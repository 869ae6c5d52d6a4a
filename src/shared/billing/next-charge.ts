type Renewal = {
  readonly id: string;
  readonly name: string;
  readonly amountCents: number;
  readonly renews: boolean;
  readonly endsInactive: boolean;
  readonly periodEndsAt: number;
  readonly cardEnding: string | null;
};

/** An unpaid bill is due now. Until it’s paid or void, its subscription has no next charge. */
type OpenBill = { readonly subscriptionId: string };

type Priced = { readonly amountCents: number };

export type NextCharge = {
  readonly at: number;
  readonly amountCents: number;
  readonly names: readonly string[];
  /** The last digits of the card; null if unknown, or if there are several. */
  readonly cardEnding: string | null;
};

const utcDayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** All that is charged on the next day with a charge; null if nothing renews at a price. */
export function findNextCharge(subscriptions: readonly Renewal[], bills: readonly OpenBill[]): NextCharge | null {
  const unpaid = new Set(bills.map(({ subscriptionId }) => subscriptionId));
  const due = subscriptions
    .filter(
      ({ id, renews, endsInactive, amountCents }) => renews && !endsInactive && amountCents > 0 && !unpaid.has(id),
    )
    .toSorted((left, right) => left.periodEndsAt - right.periodEndsAt);
  const [first] = due;
  if (first === undefined) return null;
  const together = due.filter(({ periodEndsAt }) => utcDayOf(periodEndsAt) === utcDayOf(first.periodEndsAt));
  return {
    at: first.periodEndsAt,
    amountCents: sumCents(together),
    names: together.map(({ name }) => name),
    cardEnding: together.every(({ cardEnding }) => cardEnding === first.cardEnding) ? first.cardEnding : null,
  };
}

export function findMonthlyCost(
  subscriptions: readonly (Renewal & { readonly billingInterval: string })[],
): Priced & { readonly count: number } {
  const monthly = subscriptions.filter(
    ({ renews, endsInactive, billingInterval, amountCents }) =>
      renews && !endsInactive && billingInterval === 'monthly' && amountCents > 0,
  );
  return { amountCents: sumCents(monthly), count: monthly.length };
}

export function sumCents(items: readonly Priced[]): number {
  return items.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
