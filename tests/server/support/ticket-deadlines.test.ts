import { expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { newId } from '#server/core/deps.ts';
import { checkTicketDeadlines } from '#server/support/ticket/check-deadlines.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { openTicket, replyTicket } from '#shared/support/contract.ts';
import { officeTicket, officeTicketReply } from '#shared/support/contract-office.ts';
import { confirmNow } from './funded.ts';
import { signInPerson } from './people.ts';
import { serve } from './serve.ts';

const { server, ask } = await serve();
const lifetimeMs = 60 * dayMs;
const agent = await signInPerson(server, { roles: ['support'], lifetimeMs });
await confirmNow(server, agent.personId);
const newKey = () => ({ idempotencyKey: newId() });
const moveTo = (at: number) => server.clock.advance(at - server.clock.now().getTime());
/** Noon in Chicago on a day of March 2026, in summer time. */
const noon = (day: number) => Date.UTC(2026, 2, day, 17);

async function openComplaint() {
  const { token } = await signInPerson(server, { lifetimeMs });
  const body = { topic: 'account' as const, message: 'My account was closed without a reason.' };
  const { ticketId, number } = (await ask(openTicket, { token, body, ...newKey() })).data;
  return {
    async readDue() {
      const list = await ask(officeLists.tickets.page, { token: agent.token, query: { q: number } });
      return list.data.rows[0]?.resolutionDueAt;
    },
    async reply(status: 'waiting' | 'answered') {
      const { version } = (await ask(officeTicket, { token: agent.token, query: { ticketId } })).data;
      const reply = { ticketId, version, message: 'Which account is it?', status };
      expect((await ask(officeTicketReply, { token: agent.token, body: reply, ...newKey() })).response_status).toBe(
        200,
      );
    },
    async write() {
      const message = { ticketId, message: 'The Classic.' };
      expect((await ask(replyTicket, { token, body: message, ...newKey() })).response_status).toBe(200);
    },
    async countLateMails() {
      await checkTicketDeadlines(server.deps);
      await server.drain();
      const mails = await server.mails(server.deps.catalog.site.supportEmail);
      const late = mails.filter(({ subject }) => subject === `Ticket ${number} is late`);
      return late.filter(({ text }) => text.includes('This ticket isn’t resolved')).length;
    },
  };
}

test('a question pauses the time for our decision, its answer doesn’t restart it, and a reopening does', async () => {
  const complaint = await openComplaint();
  const due = Date.UTC(2026, 2, 25, 22);
  expect(await complaint.readDue()).toBe(due);
  await moveTo(noon(23));
  await complaint.reply('waiting');
  expect(await complaint.readDue()).toBeNull();
  await moveTo(noon(23) + hourMs);
  await complaint.write();
  expect(await complaint.readDue()).toBe(due);

  // Two bank days of waiting postpone it from Wednesday to Friday.
  await moveTo(noon(24));
  await complaint.reply('waiting');
  await moveTo(noon(26));
  await complaint.write();
  expect(await complaint.readDue()).toBe(Date.UTC(2026, 2, 27, 22));
  await moveTo(Date.UTC(2026, 2, 27, 22) - 1);
  expect(await complaint.countLateMails()).toBe(0);
  await moveTo(Date.UTC(2026, 2, 27, 22));
  expect(await complaint.countLateMails()).toBe(1);

  // It is late, and a question doesn't change that.
  await complaint.reply('waiting');
  await moveTo(noon(30));
  await complaint.write();
  expect(await complaint.readDue()).toBe(noon(30));
  expect(await complaint.countLateMails()).toBe(2);

  // Ten bank days after Tuesday without Good Friday and Easter Monday.
  await complaint.reply('answered');
  await moveTo(noon(31));
  await complaint.write();
  expect(await complaint.readDue()).toBe(Date.UTC(2026, 3, 16, 22));
});
