import type { DailyResult } from './model.ts';

type Figures = {
  readonly today: Pick<DailyResult, 'profitCents' | 'closed'> | null;
  readonly equityCents: number;
  readonly balanceCents: number;
};

/** The result of the current trading day so far, including open profit. */
export function dayResultCents({ today, equityCents, balanceCents }: Figures): number {
  const realizedCents = today === null || today.closed ? 0 : today.profitCents;
  return realizedCents + equityCents - balanceCents;
}
