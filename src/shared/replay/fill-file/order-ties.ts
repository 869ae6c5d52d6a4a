import { type Fill, signedQuantity } from '#shared/accounts/model.ts';

type Tied = {
  readonly at: number;
  readonly contract: { readonly instrument: string; readonly month: string | null };
  readonly side: Fill['side'];
  readonly parts: readonly { readonly quantity: number }[];
};

/**
 * Orders fills of the same moment so that a position is reduced before one is opened or enlarged: within a second, a
 * file's rows are in no particular order, and an exit listed after the next entry would look like a larger position.
 * Fills that do neither keep their order.
 * @param fills in time order
 */
export function orderTies<Each extends Tied>(fills: readonly Each[]): readonly Each[] {
  const held = new Map<string, number>();
  const ordered: Each[] = [];
  let from = 0;
  while (from < fills.length) {
    let until = from + 1;
    while (until < fills.length && fills[until]?.at === fills[from]?.at) until += 1;
    const group = fills.slice(from, until);
    for (const fill of group.length === 1 ? group : exitsFirst(group, held)) {
      held.set(keyOf(fill), (held.get(keyOf(fill)) ?? 0) + signedOf(fill));
      ordered.push(fill);
    }
    from = until;
  }
  return ordered;
}

/** Yields each fill as soon as it reduces the position that `held` shows by then, else the first one left. */
function* exitsFirst<Each extends Tied>(group: readonly Each[], held: ReadonlyMap<string, number>): Generator<Each> {
  const left = new Map<string, { readonly buy: Each[]; readonly sell: Each[] }>();
  for (const fill of group) {
    const queues = left.get(keyOf(fill)) ?? { buy: [], sell: [] };
    queues[fill.side].push(fill);
    left.set(keyOf(fill), queues);
  }
  const taken = new Set<Each>();
  const findExit = (): Each | undefined => {
    for (const [key, { buy, sell }] of left) {
      const position = held.get(key) ?? 0;
      const exit = position > 0 ? sell.shift() : position < 0 ? buy.shift() : undefined;
      if (exit) return exit;
    }
    return undefined;
  };
  for (const first of group) {
    for (let exit = findExit(); exit; exit = findExit()) {
      taken.add(exit);
      yield exit;
    }
    if (taken.has(first)) continue;
    left.get(keyOf(first))?.[first.side].shift();
    taken.add(first);
    yield first;
  }
}

function keyOf({ contract: { instrument, month } }: Tied): string {
  return `${instrument} ${month ?? ''}`;
}

function signedOf({ side, parts }: Tied): number {
  const quantity = parts.reduce((sum, part) => sum + part.quantity, 0);
  return signedQuantity({ side, quantity });
}
