import { readFileSync } from 'node:fs';
import type { Economics } from '#shared/payouts/economics/measure.ts';
import type { BestEconomics } from '#shared/payouts/economics/measure-best.ts';

export const economicsPath = 'content/samples/economics.json';

export type EconomicsRow = Economics & {
  readonly version: string;
  readonly id: string;
  readonly trader: 'random' | 'skilled';
};

/** An account on sale, traded by the best player without an edge. */
export type BestRow = BestEconomics & { readonly id: string };

/** What `npm run renew -- economics` last measured. */
export function readEconomics(): {
  readonly traders: number;
  readonly rows: readonly EconomicsRow[];
  readonly best: readonly BestRow[];
} {
  return JSON.parse(readFileSync(economicsPath, 'utf8'));
}
