type Renewal = {
  readonly name: string;
  readonly amountCents: number;
  readonly renews: boolean;
  readonly endsInactive: boolean;
  readonly periodEndsAt: number;
};

export type NextCharge = { readonly at: number; readonly amountCents: number; readonly names: readonly string[] };

const utcDayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** All that is charged on the next day with a charge; null if nothing renews at a price. */
export function findNextCharge(subscriptions: readonly Renewal[]): NextCharge | null {
  const due = subscriptions
    .filter(({ renews, endsInactive, amountCents }) => renews && !endsInactive && amountCents > 0)
    .toSorted((left, right) => left.periodEndsAt - right.periodEndsAt);
  const [first] = due;
  if (first === undefined) return null;
  const together = due.filter(({ periodEndsAt }) => utcDayOf(periodEndsAt) === utcDayOf(first.periodEndsAt));
  return {
    at: first.periodEndsAt,
    amountCents: together.reduce((sum, { amountCents }) => sum + amountCents, 0),
    names: together.map(({ name }) => name),
  };
}
