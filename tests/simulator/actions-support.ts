import { randomUUID } from 'node:crypto';
import * as statusStaff from '#shared/status/contract-office.ts';
import { components, impacts } from '#shared/status/status.ts';
import * as calls from '#shared/support/contract.ts';
import { sendContact } from '#shared/support/contract-contact.ts';
import { sendFeature, voteFeature } from '#shared/support/contract-features.ts';
import * as staff from '#shared/support/contract-office.ts';
import { officeFeatureProgress } from '#shared/support/contract-office-features.ts';
import type { Chance } from './chance.ts';
import { type Firm, pickAccount, type Trader } from './firm.ts';
import type { World } from './world.ts';

const listTickets = ({ db }: World) => db.selectFrom('ticket').selectAll().orderBy('opened_at').orderBy('id').execute();

/** Someone writes in, about an account or as a guest, replies or closes. */
export async function write(world: World, trader: Trader, chance: Chance): Promise<void> {
  const { personId, token } = trader;
  const own = (await listTickets(world)).filter(({ person_id }) => person_id === personId);
  if (own.length > 0 && chance.hits(0.5)) {
    const { id: ticketId } = chance.pick(own);
    if (chance.hits(0.3)) await world.ask(calls.closeTicket, { body: { ticketId }, token });
    else {
      const body = { ticketId, message: `Any news? ${randomUUID()}` };
      await world.ask(calls.replyTicket, { body, token, idempotencyKey: randomUUID() });
    }
    return;
  }
  const account = await pickAccount(world, trader, chance);
  const body = { topic: 'account' as const, message: `It says no. ${randomUUID()}` };
  const about = account ? { about: { kind: 'account' as const, id: account.id } } : {};
  await world.ask(calls.openTicket, { body: { ...body, ...about }, token, idempotencyKey: randomUUID() });
  const guest = { name: 'Ada', email: `guest-${randomUUID()}@example.com`, captcha: 'solved' };
  if (chance.hits(0.4)) await world.ask(sendContact, { body: { ...guest, topic: 'press', message: 'Who are you?' } });
  if (chance.hits(0.4))
    await world.ask(sendFeature, { body: { ...guest, title: `Darker ${randomUUID()}`, message: 'At night.' } });
  await world.drain();
}

/** Agents note, reply, close and reopen what waits for them. */
export async function answerTickets(world: World, { staff: [token] }: Firm, chance: Chance): Promise<void> {
  for (const { id: ticketId, status, version } of await listTickets(world)) {
    if (status === 'open') {
      const [assignee] = (await world.ask(staff.officeTicket, { query: { ticketId }, token }))?.agents ?? [];
      const body = { ticketId, assigneeId: assignee?.id ?? null };
      if (chance.hits(0.3)) await world.ask(staff.officeTicketAssign, { body, token });
      const idempotencyKey = randomUUID();
      if (chance.hits(0.2))
        await world.ask(staff.officeTicketNote, { body: { ticketId, message: 'Known.' }, token, idempotencyKey });
      const now = await world.db.selectFrom('ticket').select('version').where('id', '=', ticketId).executeTakeFirst();
      const replied = { ticketId, version: now?.version ?? version, status: chance.pick(['waiting', 'answered']) };
      const message = { ...replied, message: 'It says yes now.' } as const;
      await world.ask(staff.officeTicketReply, { body: message as never, token, idempotencyKey: randomUUID() });
    } else if (chance.hits(0.05)) {
      const next = status === 'closed' ? 'open' : 'closed';
      await world.ask(staff.officeTicketStatus, { body: { ticketId, version, status: next }, token });
    }
  }
}

export const agent = (world: World, _: Trader, chance: Chance, firm: Firm) => answerTickets(world, firm, chance);

/** People vote for a suggestion, and staff say how it goes. */
export async function suggest(world: World, { token }: Trader, chance: Chance, { staff: [agentToken] }: Firm) {
  const features = await world.db.selectFrom('feature_request').select('id').orderBy('id').execute();
  if (features.length === 0) return;
  const { id } = chance.pick(features);
  await world.ask(voteFeature, { body: { id, voted: chance.hits(0.7) ? 1 : 0 }, token });
  const progress = chance.pick(['considered', 'planned', 'in-progress', 'done', 'declined'] as const);
  const body = { featureId: id, progress, reason: 'We looked.' };
  await world.ask(officeFeatureProgress, { body, token: agentToken });
}

/** Staff open an incident, name the accounts that it touched, and resolve it. */
export async function incident(world: World, trader: Trader, chance: Chance, { staff: [token] }: Firm): Promise<void> {
  const open = await world.db
    .selectFrom('incident')
    .select('id')
    .where('resolved_at', 'is', null)
    .where('status', '<>', 'dismissed')
    .orderBy('id')
    .executeTakeFirst();
  if (!open) {
    const body = { component: chance.pick(components), impact: chance.pick(impacts), title: 'Slow', text: 'We look.' };
    await world.ask(statusStaff.officeIncidentOpen, { body, token });
    return;
  }
  const account = await pickAccount(world, trader, chance);
  const remedy = chance.pick(['restored', 'day-not-counted', 'extension', 'refund', 'none'] as const);
  const accounts = { incidentId: open.id, accounts: account?.platform_account_id ?? 'none', remedy, note: 'Sorry.' };
  await world.ask(statusStaff.officeIncidentAccounts, { body: accounts, token });
  const status = chance.pick(['investigating', 'identified', 'monitoring', 'resolved', 'resolved'] as const);
  await world.ask(statusStaff.officeIncidentUpdate, {
    body: { incidentId: open.id, status, text: 'Again.', outage: 'all' },
    token,
  });
}
