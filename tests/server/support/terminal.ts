import { expect } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { getMarket } from '#server/core/market.ts';
import { matchOpenAccounts } from '#server/trading/match.ts';
import { findQuote } from '#server/trading/quotes.ts';
import type { Call } from '#shared/core/call.ts';
import type { Contract } from '#shared/exchange/contract-month.ts';
import * as calls from '#shared/trading/contract.ts';
import { frameMs, frameNumberAt } from '#shared/trading/market/market.ts';
import type { BidAsk } from '#shared/trading/orders.ts';
import type { TestApp } from './app.ts';
import { type Answered, client } from './client.ts';
import { buyAccount, signInPerson } from './people.ts';

export const june: Contract = { instrument: 'ES', month: '2026-06' };

let requests = 0;

export function newRequestId(): string {
  requests += 1;
  return `request-${requests}`;
}

type PlaceBody = Partial<Parameters<ReturnType<typeof client>>[1]> & Record<string, unknown>;

/** A person at the terminal with an account: a Classic 50K by default. */
export async function openTerminal(server: TestApp, packageId?: string) {
  const { personId, token, sessionId } = await signInPerson(server, { lifetimeMs: 30 * dayMs });
  const account = await buyAccount(server, personId, packageId);
  return { ...terminalOf(server, { personId, token, account }), sessionId };
}

type TerminalUser = { readonly personId: string; readonly token: string; readonly account: string };

export function terminalOf(server: TestApp, { personId, token, account }: TerminalUser) {
  const ask = client(server);
  const now = () => server.clock.now().getTime();
  const place = (order: PlaceBody = {}) =>
    ask(calls.placeTradingOrder, {
      token,
      body: {
        ...{ requestId: newRequestId(), account, ...june, side: 'buy', quantity: 1, type: 'market', dataAt: now() },
        ...order,
      } as never,
    });
  /** Sends a body with account and time filled in. */
  const send = async <C extends Call>(call: C, body: object): Promise<Answered<C>> =>
    ask(call, { token, body: { account, ...body } as never });
  const read = async () => (await ask(calls.fetchTrading, { token, query: { account } })).data;
  const accountId = async () => (await read()).accountId;
  const quote = (contract: Contract = june) => quoteAt(server, now(), contract);
  const order = async (id: string) => {
    const found = (await read()).orders.find((each) => each.id === id);
    if (!found) throw new Error('no such order');
    return found;
  };
  const working = async () => (await read()).orders.filter(({ status }) => status === 'working');
  const held = async () => (await read()).positions.map((each) => [each.instrument, each.quantity]);
  return { personId, token, account, ask, place, send, read, accountId, quote, order, working, held, now };
}

/** Places an order that must be accepted. */
export async function placed(answer: Promise<Answered<typeof calls.placeTradingOrder>>) {
  const { response_status, data, error_code } = await answer;
  expect([response_status, error_code]).toEqual([200, undefined]);
  const order = data.trading.orders.find(({ id }) => id === data.orderId);
  if (!order) throw new Error('the answer lacks the order');
  return { order, trading: data.trading };
}

export function quoteAt({ deps }: Pick<TestApp, 'deps'>, at: number, contract: Contract = june): BidAsk {
  const quote = findQuote(getMarket(deps), contract, frameNumberAt(at));
  if (!quote) throw new Error('the market is closed');
  return quote;
}

/** The first frame after `from` with a matching quote, and its time. */
export function findFrame(
  server: Pick<TestApp, 'deps'>,
  from: number,
  fits: (quote: BidAsk, at: number) => boolean,
  contract: Contract = june,
): { readonly at: number; readonly quote: BidAsk } {
  for (let number = frameNumberAt(from) + 1; ; number += 1) {
    const at = number * frameMs;
    if (at > from + dayMs) throw new Error('no such frame within a day');
    const quote = quoteAt(server, at, contract);
    if (fits(quote, at)) return { at, quote };
  }
}

/** Advances the clock to a time and runs the matcher, as the running server does. */
export async function runUntil(server: TestApp, at: number): Promise<void> {
  await server.clock.advance(at - server.clock.now().getTime());
  while ((await matchOpenAccounts(server.deps)) > 0);
}
