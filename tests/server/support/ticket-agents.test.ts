import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { newId } from '#server/core/deps.ts';
import { checkTicketDeadlines } from '#server/support/ticket/check-deadlines.ts';
import { deleteDueTickets } from '#server/support/ticket/delete-due.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { fetchNotifications } from '#shared/messages/contract.ts';
import { exportProfile } from '#shared/people/contract-profile.ts';
import { fetchTicket, fetchTickets, openTicket, replyTicket } from '#shared/support/contract.ts';
import { sendContact } from '#shared/support/contract-contact.ts';
import {
  officeTicket,
  officeTicketAssign,
  officeTicketMerge,
  officeTicketNote,
  officeTicketPresence,
  officeTicketReply,
  officeTicketStatus,
} from '#shared/support/contract-office.ts';
import { startTestApp, type TestApp } from './app.ts';
import { client } from './client.ts';
import { signInStaff } from './funded.ts';
import { easyCaptcha } from './identity.ts';
import { readTicketLink, writeTicket } from './tickets.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;
let agent: { token: string; personId: string };

beforeAll(async () => {
  server = await startTestApp({ replace: { captcha: easyCaptcha } });
  ask = client(server);
  agent = await signInStaff(server, 'support');
});

afterAll(() => server.close());

const newKey = () => ({ idempotencyKey: newId() });
const readAsAgent = async (ticketId: string) =>
  (await ask(officeTicket, { token: agent.token, query: { ticketId } })).data;
const readAsRequester = async (token: string, ticketId: string) =>
  (await ask(fetchTicket, { token, query: { ticketId } })).data;

async function reply(ticketId: string, message = 'It was a test charge.', status: 'waiting' | 'answered' = 'answered') {
  const { version } = await readAsAgent(ticketId);
  return ask(officeTicketReply, { token: agent.token, body: { ticketId, version, message, status }, ...newKey() });
}

const mailsTo = async (email: string) => {
  await server.drain();
  return server.mails(email);
};

describe('replying to a ticket', () => {
  test('a reply reaches the requester by email, as a notification and in the conversation', async () => {
    const { token, personId, ticketId, number } = await writeTicket(server);
    expect((await reply(ticketId)).response_status).toBe(200);
    const ticket = await readAsRequester(token, ticketId);
    expect(ticket).toMatchObject({ status: 'answered', replyDueAt: null });
    expect(ticket.messages[1]).toMatchObject({ author: 'firm', text: 'It was a test charge.' });
    const mails = await mailsTo(`${personId.toLowerCase()}@example.com`);
    const mail = mails.find(({ subject }) => subject === `Our answer to your message (${number})`);
    expect(mail?.text).toContain('It was a test charge.');
    expect((await ask(fetchNotifications, { token, query: {} })).data.notifications[0]).toMatchObject({
      kind: 'ticket_answered',
      path: `/contact?ticket=${ticketId}`,
    });
    expect((await readAsAgent(ticketId)).assignee?.id).toBe(agent.personId);
  });

  test('an email to a guest contains a link but nothing of the conversation', async () => {
    const email = 'quiet-guest@example.org';
    const message = 'My secret question.';
    await ask(sendContact, { body: { name: 'Ana', email, topic: 'other', message, captcha: 'solved' } });
    const [confirmation] = await mailsTo(email);
    const { ticketId } = readTicketLink(confirmation?.text ?? '');
    await reply(ticketId, 'A private answer.', 'waiting');
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toMatch(/^A question about your message/);
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/private answer|secret question/);
    const { secret } = readTicketLink(mail?.text ?? '');
    expect((await readAsRequester(secret, ticketId)).messages[1]?.text).toBe('A private answer.');
  });

  test('if two agents read the same version, one replies and the other gets a conflict', async () => {
    const { token, ticketId } = await writeTicket(server);
    const { version } = await readAsAgent(ticketId);
    const other = await signInStaff(server, 'admin');
    const body = { ticketId, version, message: 'Hello.', status: 'answered' as const };
    const answers = await Promise.all(
      [agent.token, other.token].map((each) => ask(officeTicketReply, { token: each, body, ...newKey() })),
    );
    expect(answers.map(({ response_status }) => response_status).sort()).toEqual([200, 409]);
    expect((await readAsRequester(token, ticketId)).messages).toHaveLength(2);
  });

  test('a new message from the requester outdates the agent’s version', async () => {
    const { token, ticketId } = await writeTicket(server);
    const { version } = await readAsAgent(ticketId);
    await ask(replyTicket, { token, body: { ticketId, message: 'Never mind.' }, ...newKey() });
    const body = { ticketId, version, message: 'Hello.', status: 'answered' as const };
    expect((await ask(officeTicketReply, { token: agent.token, body, ...newKey() })).response_status).toBe(409);
  });

  test('several clicks with one key send one reply', async () => {
    const { token, ticketId } = await writeTicket(server);
    const { version } = await readAsAgent(ticketId);
    const once = newKey();
    const body = { ticketId, version, message: 'Once.', status: 'answered' as const };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask(officeTicketReply, { token: agent.token, body, ...once })),
    );
    expect(new Set(answers.map(({ response_status }) => response_status))).toEqual(new Set([200]));
    expect((await readAsRequester(token, ticketId)).messages).toHaveLength(2);
  });

  test('canned replies are in the requester’s language and filled in for the ticket', async () => {
    const { token, ticketId } = await writeTicket(server);
    await server.deps.db.updateTable('ticket').set({ locale: 'fr' }).where('id', '=', ticketId).execute();
    const { cannedReplies } = await readAsAgent(ticketId);
    expect(cannedReplies.length).toBeGreaterThan(2);
    expect(cannedReplies[0]?.text).toContain('Bonjour Ada Ferreira,');
    expect(cannedReplies.map(({ text }) => text).join()).not.toContain('{{');
    expect((await readAsRequester(token, ticketId)).messages).toHaveLength(1);
  });
});

test('a private note is visible only to staff, not in any call, email, notification or export', async () => {
  const { token, personId, sessionId, ticketId } = await writeTicket(server);
  const message = 'Looks like a second account.';
  await ask(officeTicketNote, { token: agent.token, body: { ticketId, message }, ...newKey() });
  await reply(ticketId);
  expect((await readAsAgent(ticketId)).messages.map(({ kind }) => kind)).toEqual(['written', 'note', 'reply']);
  await server.deps.db
    .updateTable('session')
    .set({ confirmed_at: server.clock.now() })
    .where('id', '=', sessionId)
    .execute();
  const visible = [
    await readAsRequester(token, ticketId),
    (await ask(fetchTickets, { token })).data,
    (await ask(fetchNotifications, { token, query: {} })).data,
    await mailsTo(`${personId.toLowerCase()}@example.com`),
    await (
      await server.app.request(`/api/${exportProfile.path}`, {
        method: exportProfile.method,
        headers: { Authorization: `Bearer ${token}` },
      })
    ).text(),
  ];
  const text = JSON.stringify(visible);
  expect(text).toContain('It was a test charge.');
  expect(text).not.toContain('second account');
});

describe('the ticket queue', () => {
  test('lists tickets with their deadlines to support, and to no other role', async () => {
    const { number, ticketId } = await writeTicket(server);
    const rows = (await ask(officeLists.tickets.page, { token: agent.token, query: { q: number } })).data.rows;
    expect(rows).toMatchObject([{ id: ticketId, number, status: 'open', replyDueAt: Date.UTC(2026, 2, 13, 22) }]);
    const reviewer = await signInStaff(server, 'reviewer', 'finance');
    expect((await ask(officeLists.tickets.page, { token: reviewer.token, query: {} })).response_status).toBe(403);
    expect((await ask(officeTicket, { token: reviewer.token, query: { ticketId } })).response_status).toBe(403);
  });

  test('lets support assign a ticket to agents only, close it without a reply and reopen it', async () => {
    const { ticketId, personId } = await writeTicket(server);
    const assign = (assigneeId: string | null) =>
      ask(officeTicketAssign, { token: agent.token, body: { ticketId, assigneeId } });
    expect((await assign(personId)).response_status).toBe(422);
    expect((await assign(agent.personId)).response_status).toBe(200);
    expect((await assign(null)).response_status).toBe(200);
    const change = async (status: 'closed' | 'open') =>
      ask(officeTicketStatus, {
        token: agent.token,
        body: { ticketId, version: (await readAsAgent(ticketId)).version, status },
      });
    expect((await change('closed')).response_status).toBe(200);
    expect((await change('open')).response_status).toBe(200);
    const actions = await server.deps.db
      .selectFrom('audit')
      .select(['action', 'actor'])
      .where('entity_id', '=', ticketId)
      .execute();
    expect(actions.map(({ action }) => action).sort()).toEqual([
      'ticket-assigned',
      'ticket-assigned',
      'ticket-closed',
      'ticket-reopened',
    ]);
    expect(new Set(actions.map(({ actor }) => actor))).toEqual(new Set([`person:${agent.personId}`]));
  });

  test('lets support merge two tickets of one requester, and the old address leads to the conversation', async () => {
    const first = await writeTicket(server, 'First.');
    const second = (
      await ask(openTicket, { token: first.token, body: { topic: 'other', message: 'Second.' }, ...newKey() })
    ).data;
    const merge = (ticketId: string, intoNumber: string) =>
      ask(officeTicketMerge, { token: agent.token, body: { ticketId, intoNumber } });
    const stranger = await writeTicket(server);
    expect((await merge(second.ticketId, stranger.number)).response_status).toBe(409);
    expect((await merge(second.ticketId, 'T2026-999999')).response_status).toBe(422);
    expect((await merge(second.ticketId, first.number.toLowerCase())).response_status).toBe(200);
    expect((await merge(second.ticketId, first.number)).response_status).toBe(409);
    const read = await readAsRequester(first.token, second.ticketId);
    expect(read.id).toBe(first.ticketId);
    expect(read.messages.map(({ text }) => text)).toEqual(['First.', 'Second.']);
    expect((await ask(fetchTickets, { token: first.token })).data.tickets).toHaveLength(1);
  });

  test('shows agents who have the same ticket open to each other until they leave', async () => {
    const { ticketId } = await writeTicket(server);
    const other = await signInStaff(server, 'admin');
    const readOthers = async (token: string, writing: boolean) =>
      (await ask(officeTicketPresence, { token, body: { ticketId, writing } })).data.others;
    expect(await readOthers(agent.token, true)).toEqual([]);
    expect(await readOthers(other.token, false)).toMatchObject([{ writing: true }]);
    expect(await readOthers(agent.token, false)).toMatchObject([{ writing: false }]);
    await server.clock.advance(31_000);
    expect(await readOthers(other.token, false)).toEqual([]);
  });
});

describe('ticket deadlines', () => {
  test('a late reply alerts staff once, a quiet answered ticket closes, and old tickets are deleted', async () => {
    const late = await writeTicket(server, 'Is anyone there?');
    const sample = await writeTicket(server, 'Part of the demo.');
    await server.deps.db.updateTable('ticket').set({ is_sample: true }).where('id', '=', sample.ticketId).execute();
    const quiet = await writeTicket(server);
    await reply(quiet.ticketId);
    const firm = server.deps.catalog.site.supportEmail;
    const alerts = async (number: string) =>
      (await mailsTo(firm)).filter(({ subject }) => subject === `Ticket ${number} is late`).length;
    await server.clock.advance(Date.UTC(2026, 2, 13, 21) - server.clock.now().getTime());
    await checkTicketDeadlines(server.deps);
    expect(await alerts(late.number)).toBe(0);
    await server.clock.advance(2 * hourMs);
    await Promise.all([checkTicketDeadlines(server.deps), checkTicketDeadlines(server.deps)]);
    await checkTicketDeadlines(server.deps);
    expect(await alerts(late.number)).toBe(1);
    expect(await alerts(quiet.number)).toBe(0);
    expect(await alerts(sample.number)).toBe(0);

    await server.clock.advance(14 * dayMs);
    await checkTicketDeadlines(server.deps);
    const find = (id: string) =>
      server.deps.db.selectFrom('ticket').selectAll().where('id', '=', id).executeTakeFirst();
    expect((await find(quiet.ticketId))?.status).toBe('closed');
    expect((await find(late.ticketId))?.status).toBe('open');
    // By now the resolution is late as well.
    expect(await alerts(late.number)).toBe(2);

    await server.clock.advance(729 * dayMs);
    await deleteDueTickets(server.deps);
    expect(await find(quiet.ticketId)).toBeDefined();
    await server.clock.advance(dayMs);
    await deleteDueTickets(server.deps);
    expect(await find(quiet.ticketId)).toBeUndefined();
    expect(await find(late.ticketId)).toBeDefined();
  });
});
