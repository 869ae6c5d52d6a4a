import type { Desk, Order, Result } from './desk.ts';

export type Json = Readonly<Record<string, unknown>>;

type Controlled = {
  readonly desk: Desk;
  readonly calls: readonly unknown[];
  readonly advance: (ms: number) => number;
  readonly fault: (fault: never) => void;
  readonly bust: (fillId: number) => void;
  /** What the vendor's staff does by hand. */
  readonly staff?: (body: Json) => string;
};

/** For a person, or a script, on the other side: place orders, advance the clock, break things. */
export function control({ desk, calls, advance, fault, bust, staff }: Controlled, path: string, body: Json): unknown {
  const actions: Readonly<Record<string, () => unknown>> = {
    order: () => ({ result: desk.place(body as Order) }),
    result: () => ({ result: desk.finish(body as Result) }),
    accounts: () => ({ result: desk.accounts() }),
    bust: () => bust(Number(body['fillId'])),
    advance: () => ({ now: advance(Number(body['ms'])) }),
    fault: () => fault(body as never),
    calls: () => calls,
    ...(staff ? { staff: () => ({ result: staff(body) }) } : {}),
  };
  try {
    const act = actions[path.slice('/emulator/'.length)];
    return act ? act() : { errorText: Object.keys(actions).join(', ') };
  } catch (error) {
    return { errorText: (error as Error).message };
  }
}
