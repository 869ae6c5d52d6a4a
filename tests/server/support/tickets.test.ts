import { describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { newId } from '#server/core/deps.ts';
import { fetchNotifications } from '#shared/messages/contract.ts';
import {
  closeTicket,
  fetchTicket,
  fetchTicketSubjects,
  fetchTickets,
  openTicket,
  replyTicket,
} from '#shared/support/contract.ts';
import { sendContact } from '#shared/support/contract-contact.ts';
import { easyCaptcha } from './identity.ts';
import { photograph } from './payee.ts';
import { buyAccount, payOrder, signInPerson } from './people.ts';
import { serve } from './serve.ts';
import { readTicketLink, writeTicket } from './tickets.ts';

const { server, ask } = await serve({ replace: { captcha: easyCaptcha } });

const newKey = () => ({ idempotencyKey: newId() });
const mailOf = async (email: string) => {
  await server.drain();
  return (await server.mails(email))[0]?.text ?? '';
};

async function writeAsGuest(email: string, message = 'Do you take orders from Peru?') {
  const body = { name: 'Ana Quispe', email, topic: 'question' as const, message, captcha: 'solved' };
  await ask(sendContact, { body });
  return readTicketLink(await mailOf(email));
}

async function upload(token: string, bytes: Uint8Array, name = 'screen.jpg') {
  const form = new FormData();
  form.append('document', new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }));
  const response = await server.app.request('/api/tickets/attach', {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: (await response.json()) as { data: { attachment: { id: string } } } };
}

const download = (token: string, id: string) =>
  server.app.request(`/api/tickets/attachments/${id}`, { headers: { Authorization: `Bearer ${token}` } });

describe('a signed-in person', () => {
  test('can open a ticket about their own order, and sees it listed with a number and the reply deadline', async () => {
    const { token, personId } = await signInPerson(server);
    const { id: orderId } = await payOrder(server, personId);
    const order = await server.deps.db
      .selectFrom('orders')
      .select(['id', 'number'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    const subjects = (await ask(fetchTicketSubjects, { token })).data.subjects;
    expect(subjects).toEqual([{ kind: 'order', id: order.id, name: order.number }]);
    const body = { topic: 'payment' as const, message: 'Charged twice.\nPlease look.', about: subjects[0] };
    const { data } = await ask(openTicket, { token, body, ...newKey() });
    expect(data.number).toMatch(/^T2026-\d{6}$/);
    expect((await ask(fetchTickets, { token })).data.tickets).toMatchObject([
      { id: data.ticketId, number: data.number, subject: 'Charged twice.', status: 'open', topic: 'payment' },
    ]);
    const ticket = (await ask(fetchTicket, { token, query: { ticketId: data.ticketId } })).data;
    expect(ticket).toMatchObject({
      about: { kind: 'order', name: order.number },
      replyDueAt: Date.UTC(2026, 2, 13, 22),
      canReply: true,
      messages: [{ author: 'requester', text: 'Charged twice.\nPlease look.' }],
    });
    expect(await mailOf(server.deps.catalog.site.supportEmail)).toContain(`/admin/tickets/${data.ticketId}`);
  });

  test('opens one ticket by clicking several times with one key', async () => {
    const { token } = await signInPerson(server);
    const once = newKey();
    const body = { topic: 'other' as const, message: 'Once.' };
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(openTicket, { token, body, ...once })));
    expect(new Set(answers.map(({ data }) => data.number)).size).toBe(1);
    expect((await ask(fetchTickets, { token })).data.tickets).toHaveLength(1);
  });

  test('can’t open a ticket about another person’s order or account', async () => {
    const owner = await signInPerson(server);
    const { id } = await payOrder(server, owner.personId);
    const accountId = await buyAccount(server, owner.personId);
    const { token } = await signInPerson(server);
    for (const about of [
      { kind: 'order', id },
      { kind: 'account', id: accountId },
      { kind: 'payout', id: 'x' },
    ] as const) {
      const answer = await ask(openTicket, { token, body: { topic: 'account', message: 'Mine?', about }, ...newKey() });
      expect(answer.response_status).toBe(422);
      expect(Object.keys(answer.validation_errors)).toEqual(['about']);
    }
  });

  test('can close a ticket and reopen it with a reply, but not after thirty days', async () => {
    const { token, ticketId } = await writeTicket(server);
    for (const _ of [1, 2]) expect((await ask(closeTicket, { token, body: { ticketId } })).response_status).toBe(200);
    const status = async () => (await ask(fetchTicket, { token, query: { ticketId } })).data.status;
    expect(await status()).toBe('closed');
    const body = { ticketId, message: 'One more thing.' };
    expect((await ask(replyTicket, { token, body, ...newKey() })).response_status).toBe(200);
    expect(await status()).toBe('open');
    await ask(closeTicket, { token, body: { ticketId } });
    await server.deps.db
      .updateTable('ticket')
      .set({ closed_at: new Date(server.clock.now().getTime() - 30 * dayMs) })
      .where('id', '=', ticketId)
      .execute();
    expect((await ask(replyTicket, { token, body, ...newKey() })).response_status).toBe(409);
  });

  test('adds one message by clicking several times with one key', async () => {
    const { token, ticketId } = await writeTicket(server);
    const once = newKey();
    const body = { ticketId, message: 'Again.' };
    await Promise.all(Array.from({ length: 5 }, () => ask(replyTicket, { token, body, ...once })));
    expect((await ask(fetchTicket, { token, query: { ticketId } })).data.messages).toHaveLength(2);
  });

  test('gets a 404 for another person’s ticket', async () => {
    const { ticketId } = await writeTicket(server);
    const { token } = await signInPerson(server);
    const body = { ticketId, message: 'Let me in.' };
    expect((await ask(fetchTicket, { token, query: { ticketId } })).response_status).toBe(404);
    expect((await ask(replyTicket, { token, body, ...newKey() })).response_status).toBe(404);
    expect((await ask(closeTicket, { token, body })).response_status).toBe(404);
  });

  test('sees messages sent from their verified address while signed out', async () => {
    const { token, personId } = await signInPerson(server);
    await writeAsGuest(`${personId.toLowerCase()}@example.com`);
    expect((await ask(fetchTickets, { token })).data.tickets).toMatchObject([
      { subject: 'Do you take orders from Peru?', status: 'open' },
    ]);
    expect((await ask(fetchNotifications, { token, query: {} })).data.notifications).toEqual([]);
  });
});

describe('a guest', () => {
  test('can read and reply to one ticket with the emailed link', async () => {
    const { secret, ticketId } = await writeAsGuest('guest@example.org');
    const ownTicket = await ask(fetchTicket, { token: secret, query: { ticketId } });
    expect(ownTicket.data).toMatchObject({ status: 'open', messages: [{ text: 'Do you take orders from Peru?' }] });
    const body = { ticketId, message: 'And from Chile?' };
    expect((await ask(replyTicket, { token: secret, body, ...newKey() })).response_status).toBe(200);
    expect((await ask(fetchTicket, { token: secret, query: { ticketId } })).data.messages).toHaveLength(2);
  });

  test('can’t open another ticket, list or profile with the link, or anything with a modified link', async () => {
    const { secret, ticketId } = await writeAsGuest('one-ticket@example.org');
    const other = await writeTicket(server);
    const readTicket = (token: string, id: string) => ask(fetchTicket, { token, query: { ticketId: id } });
    expect((await readTicket(secret, other.ticketId)).response_status).toBe(404);
    expect((await ask(fetchTickets, { token: secret })).response_status).toBe(498);
    const [id, until = '', signature] = secret.split('.');
    expect((await readTicket(`${id}.${Number(until) + 1}.${signature}`, ticketId)).response_status).toBe(404);
    expect((await readTicket(`${other.ticketId}.${until}.${signature}`, other.ticketId)).response_status).toBe(404);
    expect((await ask(fetchTicket, { query: { ticketId } })).response_status).toBe(401);
    expect((await readTicket('nonsense', ticketId)).response_status).toBe(498);
  });
});

describe('ticket attachments', () => {
  test('an image is re-encoded, stored encrypted, and readable by its requester only', async () => {
    const { token, ticketId } = await writeTicket(server);
    const { status, body } = await upload(token, await photograph(), 'My <b>screen</b>.jpg');
    expect(status).toBe(200);
    const { id } = body.data.attachment;
    expect(body.data.attachment).toMatchObject({ name: 'My bscreenb.webp', mediaType: 'image/webp' });
    // A file that hasn’t been sent can't be read.
    expect((await download(token, id)).status).toBe(404);
    const reply = { ticketId, message: 'See the screen.', attachmentIds: [id] };
    expect((await ask(replyTicket, { token, body: reply, ...newKey() })).response_status).toBe(200);
    const { messages } = (await ask(fetchTicket, { token, query: { ticketId } })).data;
    expect(messages[1]?.attachments).toMatchObject([{ id, name: 'My bscreenb.webp' }]);
    const file = await download(token, id);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    expect(bytes.toString('latin1', 8, 12)).toBe('WEBP');
    expect(bytes.toString('latin1')).not.toContain('secret place');
    const row = await server.deps.db
      .selectFrom('ticket_attachment')
      .select('content')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(Buffer.from(row.content).toString('latin1')).not.toContain('WEBP');
    const stranger = await signInPerson(server);
    expect((await download(stranger.token, id)).status).toBe(404);
  });

  test('another person’s file can’t be sent, and no file can be sent twice', async () => {
    const owner = await writeTicket(server);
    const { body } = await upload(owner.token, await photograph());
    const attachmentIds = [body.data.attachment.id];
    const thief = await writeTicket(server);
    const send = (token: string, ticketId: string) =>
      ask(replyTicket, { token, body: { ticketId, message: 'Look.', attachmentIds }, ...newKey() });
    expect((await send(thief.token, thief.ticketId)).response_status).toBe(422);
    expect((await send(owner.token, owner.ticketId)).response_status).toBe(200);
    expect((await send(owner.token, owner.ticketId)).response_status).toBe(422);
  });

  test('a guest can attach files with the link, and other kinds of files are rejected', async () => {
    const { secret, ticketId } = await writeAsGuest('files@example.org');
    const { body } = await upload(secret, await photograph());
    const attachmentIds = [body.data.attachment.id];
    const reply = { ticketId, message: 'Here.', attachmentIds };
    expect((await ask(replyTicket, { token: secret, body: reply, ...newKey() })).response_status).toBe(200);
    expect((await download(secret, attachmentIds[0] ?? '')).status).toBe(200);
    expect((await upload(secret, Buffer.from('<script>alert(1)</script>'), 'page.html')).status).toBe(422);
  });

  test('only ten files can wait to be sent', async () => {
    const { token } = await signInPerson(server);
    const picture = await photograph();
    for (let count = 0; count < 10; count += 1) expect((await upload(token, picture)).status).toBe(200);
    expect((await upload(token, picture)).status).toBe(409);
  });
});

test('an old link is reported as expired', async () => {
  const { secret, ticketId } = await writeAsGuest('late@example.org');
  await server.clock.advance(30 * dayMs);
  expect((await ask(fetchTicket, { token: secret, query: { ticketId } })).response_status).toBe(410);
});
