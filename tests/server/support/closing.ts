import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Deps } from '#server/core/deps.ts';
import { carryOutClosure } from '#server/firm/closure/carry-out.ts';
import * as closures from '#shared/firm/contract-closure.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { confirmNow, signInStaff } from './funded.ts';
import { orderForm, type Shop } from './shop.ts';

export type ClosableFirm = Awaited<ReturnType<typeof makeClosable>>;

/** What an administrator and someone from finance do to close the firm, and what they then read. */
export async function makeClosable(shop: Shop) {
  const { server, ask } = shop;

  /** Someone on staff whose session outlives the test. */
  async function appoint(role: 'admin' | 'finance') {
    const { personId } = await signInStaff(server, role);
    const token = await shop.openSession(personId);
    await confirmNow(server, personId);
    return { personId, token };
  }

  const [admin, finance] = [await appoint('admin'), await appoint('finance')];

  const request = (body: { freezeAt?: string; refundPercent?: number } = {}, token = admin.token) =>
    ask(closures.requestClosure, { token, body: { refundPercent: 100, ...body } });
  const decide = (closureId: string, decision: 'confirm' | 'withdraw', token = finance.token) =>
    ask(closures.decideClosure, { token, body: { closureId, decision } });

  async function run(deps: Deps = server.deps): Promise<void> {
    await carryOutClosure(deps);
    await server.drain();
  }

  return {
    ...{ admin, finance, appoint, request, decide, run },

    async close(refundPercent = 100): Promise<string> {
      const { data } = await request({ refundPercent });
      expect(await decide(data.closureId, 'confirm')).toMatchObject({ response_status: 200 });
      await run();
      return data.closureId;
    },

    async linesOf(closure: string, person?: string) {
      const query = { closure, ...(person && { person }) };
      return (await ask(officeLists.closureLines.page, { token: finance.token, query })).data.rows;
    },

    statusOf: async (id: string) =>
      (await ask(officeLists.closures.record, { token: finance.token, query: { id } })).data.row.status,

    async buy() {
      const person = await shop.signIn();
      const options = { body: orderForm(), idempotencyKey: randomUUID(), token: person.token };
      const { data: opened } = await ask(createOrder, options);
      await shop.press(opened, 'paid');
      await server.drain();
      return { ...person, opened };
    },

    /** The credit notes of what someone bought, in cents. */
    refundsOf: async ({ opened }: { opened: { orderId: string } }) =>
      (await shop.creditNotes(opened)).map(({ totalCents }) => totalCents),

    /** Every account of the ledger together. */
    async ledgerCents(): Promise<number> {
      const sum = server.deps.db.selectFrom('ledger_entry').select((eb) => eb.fn.sum('amount_cents').as('sum'));
      return Number((await sum.executeTakeFirst())?.sum ?? 0);
    },
  };
}
