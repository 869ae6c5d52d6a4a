import { dayMs, minuteMs } from '#lib/durations.ts';
import { ingestEvents } from '#server/accounts/feed/ingest.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';
import type { ContractMonth } from '#shared/exchange/contract-month.ts';
import { type TestApp, testStart } from './app.ts';

type Server = Pick<TestApp, 'deps'>;

const entryTicks = 24_000;

/** Buys and sells one ES contract, ten minutes apart; $12.50 per tick. */
export function trade(at: number, resultTicks: number, month: ContractMonth = '2026-12'): AccountEvent[] {
  const fill = { type: 'fill', instrument: 'ES', month, quantity: 1, feeCents: 0 } as const;
  return [
    { ...fill, at, side: 'buy', priceTicks: entryTicks },
    { ...fill, at: at + 10 * minuteMs, side: 'sell', priceTicks: entryTicks + resultTicks },
  ];
}

export async function play({ deps }: Server, accountId: string, events: readonly AccountEvent[]) {
  const delivered = events.map((event, index) => ({ sourceId: `${event.at}-${index}`, event }));
  return ingestEvents(deps, accountId, delivered);
}

/** Five days of $750 pass a Classic 50K, whose target is $3,000. */
export async function pass(server: Server, accountId: string) {
  const days = [0, 1, 2, 5, 6].map((day) => testStart + day * dayMs);
  const last = testStart + 7 * dayMs;
  return play(server, accountId, [
    ...days.flatMap((at) => trade(at, 60)),
    { type: 'mark', at: last, instrument: 'ES', month: '2026-12', priceTicks: 1 },
  ]);
}

/** 160 ticks are the $2,000 loss limit of a Classic 50K. */
export async function lose(server: Server, accountId: string, at = testStart) {
  return play(server, accountId, [
    ...trade(at, 10),
    ...trade(at + 20 * minuteMs, -180),
    ...trade(at + 40 * minuteMs, 5),
  ]);
}
