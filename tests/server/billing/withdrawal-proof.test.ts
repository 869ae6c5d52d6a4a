import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getRow } from '#server/core/database/rows.ts';
import { handlers } from '#server/firm/jobs.ts';
import { cancelContract } from '#shared/billing/contract.ts';
import { refundOrder } from '#shared/firm/contract-corrections.ts';
import { officeSearch } from '#shared/firm/contract-office.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { deleteProfile } from '#shared/people/contract-profile.ts';
import { fetchClaims } from '#shared/support/contract.ts';
import { officeTicket, officeTicketReply, officeTicketStatus } from '#shared/support/contract-office.ts';
import { client } from '../support/client.ts';
import { confirmNow, signInStaff } from '../support/funded.ts';
import { easyCaptcha } from '../support/identity.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';
import { confirmWithdrawal, readWithdrawalLinks } from '../support/withdrawal.ts';

const hourMs = 3_600_000;
let shop: Shop;

beforeAll(async () => {
  shop = await startShop({ captcha: easyCaptcha });
});

afterAll(() => shop.close());

const bait = { name: 'Call 555 0100 or T me winbig' };
const declare = (order: string, email: string, name = bait.name) =>
  client(shop.server)(cancelContract, { body: { name, email, order } });
const ticketsOf = (email: string) =>
  shop.server.deps.db.selectFrom('ticket').selectAll().where('email', '=', email).execute();
const press = (link: string, method = 'POST') => shop.server.app.request(link, { method });

async function buy(change: Parameters<typeof orderForm>[0] = {}) {
  const form = orderForm({ country: 'BR', ...change });
  const opened = await shop.order(form);
  await shop.press(opened, 'paid');
  await shop.server.drain();
  return { ...opened, email: form.email };
}

describe('a declaration', () => {
  test('changes nothing until the link mailed to the order’s address is opened, and counts from when it was sent', async () => {
    const { email, ...opened } = await buy();
    const answer = await declare(opened.orderId, email);
    expect(answer.data).toEqual({
      receivedAt: shop.server.clock.now().getTime(),
      reference: expect.stringMatching(/^W2026-\d{6}$/),
    });
    const [link = ''] = await readWithdrawalLinks(shop.server, email);
    const [mail] = await shop.server.mails(email);
    expect(mail?.text).toContain(answer.data.reference);
    expect(mail?.text).not.toContain(bait.name);
    expect((await shop.result(opened)).status).toBe('fulfilled');
    // Link scanners only read; and the seven days end while the mail waits to be read.
    expect(await (await press(link, 'GET')).text()).toContain('<button');
    await shop.server.clock.advance(8 * 24 * hourMs);
    expect((await shop.result(opened)).status).toBe('fulfilled');
    await Promise.all([press(link), press(link), press(link)]);
    await shop.server.drain();
    expect((await shop.result(opened)).status).toBe('refunded');
    expect(await (await press(link)).text()).toContain('Your withdrawal is confirmed');
    const refunds = (await shop.server.mails(email)).filter(({ subject }) => subject.startsWith('Your refund'));
    expect(refunds).toHaveLength(1);
  });

  test('that staff decide names them right, amount and deadline, is found by its number, and keeps the profile', async () => {
    const today = shop.server.clock.now().getTime();
    const daysLater = (days: number) =>
      new Date(today + days * 86_400_000).toLocaleDateString('en-US', {
        dateStyle: 'long',
        timeZone: 'America/Chicago',
      });
    const person = await shop.signIn();
    await confirmNow(shop.server, person.personId);
    // The profile is from elsewhere than the order, so a person decides.
    const form = orderForm({ country: 'BR', email: person.email });
    const { data: opened } = await shop.ask(createOrder, {
      ...{ body: form, idempotencyKey: randomUUID(), token: person.token },
    });
    await shop.press(opened, 'paid');
    await shop.server.drain();
    const body = { name: 'Ada Buyer', email: person.email, order: opened.orderId };
    const { data: receipt } = await shop.ask(cancelContract, { body, token: person.token });
    await shop.server.drain();
    const mail = (await shop.server.mails(person.email)).find(({ text }) => text.includes(receipt.reference));
    expect(mail?.text).toContain(
      `Our team decides what you get back for this order, and writes to you by ${daysLater(14)}.`,
    );
    const refused = await shop.ask(deleteProfile, { token: person.token });
    expect([refused.error_code, refused.data]).toEqual(['delete_withdrawal', { number: receipt.reference }]);
    const staff = await signInStaff(shop.server, 'support', 'finance');
    const { data: found } = await shop.ask(officeSearch, { query: { q: receipt.reference }, token: staff.token });
    expect(found.found.map(({ list, title }) => [list, title])).toEqual([['claims', receipt.reference]]);
    const readClaim = async () => {
      const query = { id: found.found[0]?.id ?? '' };
      return (await shop.ask(officeLists.claims.record, { query, token: staff.token })).data.row;
    };
    const claim = await readClaim();
    expect(claim).toMatchObject({
      ...{ number: receipt.reference, kind: 'right-to-withdraw', status: 'to-decide', remedy: 'repay' },
      ...{ personId: person.personId, orderId: opened.orderId, amountCents: 14_900, decidedAt: null },
      dueAt: receipt.receivedAt + 14 * 86_400_000,
    });
    const readOwn = async () => {
      const { data } = await shop.ask(fetchClaims, { token: person.token });
      return data.claims.map(({ number, status, ticketId }) => [number, status, ticketId]);
    };
    const ticketId = String(claim['ticketId']);
    // Its ticket is the person's, who was signed in.
    expect(await readOwn()).toEqual([[receipt.reference, 'to-decide', ticketId]]);
    const close = async () => {
      const { data } = await shop.ask(officeTicket, { query: { ticketId }, token: staff.token });
      const body = { ticketId, version: data.version, status: 'closed' as const };
      return (await shop.ask(officeTicketStatus, { body, token: staff.token })).error_code;
    };
    expect(await close()).toBe('claim_undecided');
    const { data: ticket } = await shop.ask(officeTicket, { query: { ticketId }, token: staff.token });
    const note = ticket.messages.find(({ kind }) => kind === 'note')?.text;
    expect(note).toContain(`Right to withdraw: 7 days, until ${daysLater(7)}.`);
    expect(note).toContain('By law: the whole price.');
    expect(note).toContain(`$149.00 paid. Repay by ${daysLater(14)}`);
    const offersRefund = async () => {
      const { data } = await shop.ask(officeLists.tickets.page, {
        query: { q: person.email },
        token: staff.token,
      });
      return data.rows.map((row) => [row['orderId'], row['isRefundable']]);
    };
    expect(await offersRefund()).toEqual([[opened.orderId, true]]);
    const refund = {
      orderId: opened.orderId,
      items: ['package' as const],
      refundCents: 14_900,
      reason: 'other' as const,
    };
    expect((await shop.ask(refundOrder, { body: refund, token: staff.token })).response_status).toBe(200);
    expect(await offersRefund()).toEqual([[opened.orderId, false]]);
    expect([await close(), (await readClaim())['status']]).toEqual([undefined, 'under-way']);
    await shop.server.drain();
    expect(await readOwn()).toEqual([[receipt.reference, 'granted', ticketId]]);
    expect((await shop.ask(deleteProfile, { token: person.token })).response_status).toBe(200);
  });

  test('that nobody proves keeps the profile until staff have closed it', async () => {
    const person = await shop.signIn();
    const form = orderForm({ email: person.email });
    const { data: opened } = await shop.ask(createOrder, {
      ...{ body: form, idempotencyKey: randomUUID(), token: person.token },
    });
    await shop.press(opened, 'paid');
    await shop.server.drain();
    await declare(opened.orderId, person.email);
    const deletion = async () => {
      await confirmNow(shop.server, person.personId);
      return (await shop.ask(deleteProfile, { token: person.token })).error_code;
    };
    expect(await deletion()).toBe('delete_withdrawal');
    const { db, clock } = { ...shop.server.deps, clock: shop.server.clock };
    await clock.advance(49 * 3_600_000);
    await shop.server.drain();
    expect(await deletion()).toBe('delete_withdrawal');
    const { id: ticketId } = await getRow(db, 'ticket', { order_id: opened.orderId }, ['id']);
    const asStaff = async (status: 'waiting' | 'closed') => {
      const { token } = await signInStaff(shop.server, 'support');
      const { version } = (await shop.ask(officeTicket, { query: { ticketId }, token })).data;
      const ofTicket = { ticketId, version };
      if (status === 'closed') await shop.ask(officeTicketStatus, { body: { ...ofTicket, status }, token });
      else {
        const body = { ...ofTicket, status, message: 'Was it you?' };
        await shop.ask(officeTicketReply, { body, token, idempotencyKey: randomUUID() });
      }
    };
    await asStaff('waiting');
    // A question that nobody answers decides nothing, however long it waits.
    await clock.advance(40 * 24 * hourMs);
    await handlers['check-ticket-deadlines'](shop.server.deps, {});
    expect(await deletion()).toBe('delete_withdrawal');
    await asStaff('closed');
    expect(await deletion()).toBeUndefined();
  });

  test('sent twice within minutes gets two receipts, and either link proves it', async () => {
    const { email, ...opened } = await buy();
    const first = await declare(opened.orderId, email);
    await shop.server.clock.advance(60_000);
    const second = await declare(opened.orderId, email);
    const links = await readWithdrawalLinks(shop.server, email);
    expect(links).toHaveLength(2);
    const texts = (await shop.server.mails(email)).map(({ text }) => text).join();
    for (const { data } of [first, second]) expect(texts).toContain(data.reference);
    await press(links[0] ?? '');
    await shop.server.drain();
    expect((await shop.result(opened)).status).toBe('refunded');
  });

  test('whose link nobody opens becomes a ticket after two days', async () => {
    const { email, ...opened } = await buy();
    await declare(opened.orderId, email);
    await shop.server.drain();
    expect(await ticketsOf(email)).toEqual([]);
    await shop.server.clock.advance(48 * hourMs + 1_000);
    await shop.server.drain();
    expect(await ticketsOf(email)).toMatchObject([{ order_id: opened.orderId }]);
    expect((await shop.result(opened)).status).toBe('fulfilled');
  });

  test('by someone signed in with the order’s address needs no link', async () => {
    const person = await shop.signIn();
    const form = orderForm({ country: 'BR', email: person.email });
    const opened = await shop.order(form);
    await shop.press(opened, 'paid');
    await shop.server.drain();
    const { db } = shop.server.deps;
    await db.updateTable('person').set({ country: 'BR' }).where('email', '=', person.email).execute();
    const row = await db
      .selectFrom('orders')
      .select('email')
      .where('id', '=', opened.orderId)
      .executeTakeFirstOrThrow();
    const body = { name: 'Ada Buyer', email: row.email, order: opened.orderId };
    await shop.ask(cancelContract, { body, token: person.token });
    await shop.server.drain();
    expect((await shop.result(opened)).status).toBe('refunded');
  });

  test('with invoice number and address opens a ticket and ends nothing, whichever number is guessed', async () => {
    const { email, ...opened } = await buy();
    const { number } = await shop.server.deps.db
      .selectFrom('invoice')
      .select('number')
      .where('order_id', '=', opened.orderId)
      .executeTakeFirstOrThrow();
    await declare(number, email);
    await confirmWithdrawal(shop.server, email);
    expect(await readWithdrawalLinks(shop.server, email)).toEqual([]);
    expect((await shop.result(opened)).status).toBe('fulfilled');
    expect(await ticketsOf(email)).toMatchObject([{ order_id: opened.orderId }]);
  });

  test('gets the same answer whatever is known, and no mail repeats what was typed to an unproven address', async () => {
    const { email, ...opened } = await buy();
    const stranger = 'stranger@example.org';
    const answers = [
      await declare(opened.orderId, email),
      await declare(opened.orderId, stranger),
      await declare('O2026-000000', stranger),
      await declare('O2026-000000', email),
    ];
    const shape = ({ headers: _, request_id: __, data, ...answer }: (typeof answers)[number]) => [
      answer,
      Object.keys(data),
      data.reference.length,
    ];
    for (const answer of answers) expect(shape(answer)).toEqual(shape(answers[0] as (typeof answers)[number]));
    await shop.server.drain();
    for (const { text, subject } of [...(await shop.server.mails(stranger)), ...(await shop.server.mails(email))]) {
      for (const typed of [bait.name, 'O2026-000000']) expect(`${subject}\n${text}`).not.toContain(typed);
    }
    expect((await shop.server.mails(stranger)).map(({ text }) => text).join()).not.toContain(opened.orderId);
  });

  test('confirmed by its link waits for staff if the card turns out to be from another country', async () => {
    const { email, ...opened } = await buy();
    await declare(opened.orderId, email);
    const [link = ''] = await readWithdrawalLinks(shop.server, email);
    const { payments } = shop.server.deps;
    const original = payments.findCard;
    Object.assign(payments, { findCard: async () => ({ country: 'US', fingerprint: null }) });
    await press(link);
    Object.assign(payments, { findCard: original });
    await shop.server.drain();
    expect((await shop.result(opened)).status).toBe('fulfilled');
    expect(await ticketsOf(email)).toMatchObject([{ order_id: opened.orderId }]);
  });

  test('with a forged link changes nothing', async () => {
    const { email, ...opened } = await buy();
    await declare(opened.orderId, email);
    const [link = ''] = await readWithdrawalLinks(shop.server, email);
    const other = await buy();
    await declare(other.orderId, other.email);
    const [otherLink = ''] = await readWithdrawalLinks(shop.server, other.email);
    const forged = `${link.split('&key=')[0]}&key=${otherLink.split('&key=')[1]}`;
    expect((await press(forged)).status).toBe(404);
    await shop.server.drain();
    expect((await shop.result(opened)).status).toBe('fulfilled');
  });
});
