import type { DailyResult } from './state.ts';

type Figures = {
  readonly today: Pick<DailyResult, 'profitCents' | 'closed'> | null;
  readonly equityCents: number;
  readonly balanceCents: number;
};

/** What the running trading day has brought so far, open profit included. */
export function dayResultCents({ today, equityCents, balanceCents }: Figures): number {
  const realisedCents = today === null || today.closed ? 0 : today.profitCents;
  return realisedCents + equityCents - balanceCents;
}
