import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { accountData, renameAccount } from '#shared/accounts/contract.ts';
import { closeRithmicPayout, fetchPayouts, requestPayout } from '#shared/payouts/contract.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { type Answered, client } from '../support/client.ts';
import { fundTrader } from '../support/funded.ts';
import { hasOrder, type Model, type Operation, recordHistory } from '../support/history.ts';

type Cell = { readonly write: string } | 'read';
const cell: Model<string, Cell, string> = {
  start: '',
  ask: (value, asked) => (asked === 'read' ? [value, value] : [asked.write, asked.write]),
};

/** One payout of an account may be open. Each has an amount of its own, by which everyone knows it. */
type Slot = { readonly request: number } | { readonly close: number } | 'list';
const slot: Model<number | null, Slot, boolean | number | null> = {
  start: null,
  ask(open, asked) {
    if (asked === 'list') return [open, open];
    if ('request' in asked) return open === null ? [asked.request, true] : [open, false];
    // Closing one that is closed already is no error.
    return [open === asked.close ? null : open, true];
  },
};

const at = <Asked, Told>(calledAt: number, answeredAt: number, asked: Asked, told?: Told): Operation<Asked, Told> => ({
  ...{ calledAt, asked, told },
  answeredAt: told === undefined ? Number.POSITIVE_INFINITY : answeredAt,
});

describe('a history', () => {
  test('is refused if a read is stale, an update is lost, or work was done twice', () => {
    expect(hasOrder(cell, [at(1, 2, { write: 'a' }, 'a'), at(3, 4, 'read', '')])).toBe(false);
    const writes = [at(1, 2, { write: 'a' }, 'a'), at(3, 4, { write: 'b' }, 'b')] as const;
    expect(hasOrder(cell, [...writes, at(5, 6, 'read', 'a')])).toBe(false);
    expect(hasOrder(slot, [at(1, 4, { request: 1 }, true), at(2, 3, { request: 2 }, true)])).toBe(false);
  });

  test('is accepted if what ran at the same time, or lost its answer, explains it', () => {
    expect(hasOrder(cell, [at(1, 4, { write: 'a' }, 'a'), at(2, 3, 'read', '')])).toBe(true);
    expect(hasOrder(cell, [at<Cell, string>(1, 2, { write: 'a' }), at(3, 4, 'read', ''), at(5, 6, 'read', 'a')])).toBe(
      true,
    );
    expect(hasOrder(cell, [at<Cell, string>(1, 2, { write: 'a' }), at(3, 4, 'read', 'a'), at(5, 6, 'read', '')])).toBe(
      false,
    );
  });
});

describe.runIf(inject('databases').kind === 'postgres')('two servers whose connections are cut', () => {
  const clients = 6;
  const rounds = 20;
  const cutAfter = new Set([15, 45]);
  let servers: readonly TestApp[];

  beforeAll(async () => {
    const first = await startTestApp({ startAt: testStart + 7 * dayMs });
    servers = [first, await first.another()];
  });
  afterAll(() => servers[0]?.close());

  /** Six clients on two servers, each asking one thing after the other; the database's connections end meanwhile. */
  async function play(act: (ask: ReturnType<typeof client>, who: number, round: number) => Promise<unknown>) {
    let count = 0;
    const cut = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute((servers[0] as TestApp).deps.db);
    await Promise.all(
      Array.from({ length: clients }, async (_, who) => {
        const ask = client(servers[who % servers.length] as TestApp);
        for (let round = 0; round < rounds; round += 1) {
          count += 1;
          const cutting = cutAfter.has(count) ? cut().catch(() => undefined) : undefined;
          await act(ask, who, round);
          await cutting;
        }
      }),
    );
  }

  /** The answer's outcome; undefined if the server couldn't answer. */
  const read = <Told>(answer: Answered<never>, told: (answer: Answered<never>) => Told): Told | undefined => {
    if (answer.response_status >= 500) expect(answer.response_status).toBe(503);
    return answer.response_status >= 500 ? undefined : told(answer);
  };

  test('give an account one nickname after the other, which every server reads at once', async () => {
    const { token, accountId } = await fundTrader(servers[0] as TestApp);
    const { operations, record } = recordHistory<Cell, string>();
    await play(async (ask, who, round) => {
      const nickname = `${who} ${round}`;
      if ((who + round) % 2 === 0)
        await record('read', async () => {
          const answer = await ask(accountData, { query: { history: 'none' }, token });
          return read(answer as never, () => answer.data.accounts[0]?.nickname ?? '');
        });
      else
        await record({ write: nickname }, async () =>
          read((await ask(renameAccount, { body: { accountId, nickname }, token })) as never, () => nickname),
        );
    });
    expect(operations.filter(({ told }) => told !== undefined).length).toBeGreaterThan(clients);
    expect(hasOrder(cell, operations)).toBe(true);
  });

  test('keep at most one payout of an account open while six clients request and close', async () => {
    const { token, accountId, destinationId } = await fundTrader(servers[0] as TestApp);
    const { operations, record } = recordHistory<Slot, boolean | number | null>();
    const ids = new Map<number, string>();
    await play(async (ask, who, round) => {
      const amountCents = 50_000 + (who * rounds + round) * 100;
      const [closable] = [...ids].slice(-1);
      const turn = (who + round) % 3;
      if (turn === 0)
        await record({ request: amountCents }, async () => {
          const body = { accountId, amountCents, destinationId, expectedNetCents: amountCents };
          const answer = await ask(requestPayout, { body, token, idempotencyKey: randomUUID() });
          return read(answer as never, () => answer.response_status === 200);
        });
      else if (turn === 1 && closable)
        await record({ close: closable[0] }, async () => {
          const answer = await ask(closeRithmicPayout, { body: { payoutId: closable[1] }, token });
          return read(answer as never, () => answer.response_status === 200);
        });
      else
        await record('list', async () => {
          const answer = await ask(fetchPayouts, { query: {}, token });
          return read(answer as never, () => {
            for (const payout of answer.data.payouts) ids.set(payout.amountCents, payout.id);
            return answer.data.payouts.find(({ status }) => status === 'requested')?.amountCents ?? null;
          });
        });
    });
    expect(operations.filter(({ told }) => told !== undefined).length).toBeGreaterThan(clients);
    expect(operations.some(({ asked, told }) => asked !== 'list' && 'close' in asked && told === true)).toBe(true);
    expect(hasOrder(slot, operations)).toBe(true);
  });
});
