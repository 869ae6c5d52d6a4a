import { type Contract, parseContract } from '../core/contracts.ts';
import type { Rest } from './rest.ts';

/** The contracts behind the vendor's ids, each asked for once. */
export function createContracts(rest: Rest, now: () => number) {
  const known = new Map<number, Promise<Contract | null>>();
  return {
    learn(id: number, name: string): void {
      known.set(id, Promise.resolve(parseContract(name, now())));
    },
    find(id: number): Promise<Contract | null> {
      const found =
        known.get(id) ??
        rest.find(`/contract/item?id=${id}`).then((row) => (row ? parseContract(String(row['name']), now()) : null));
      known.set(id, found);
      found.catch(() => known.delete(id));
      return found;
    },
  };
}
