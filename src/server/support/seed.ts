import { hourMs } from '#lib/durations.ts';
import { insertOnce, insertRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { openTicketAt, type TicketEvent, transitionTicket } from '#shared/support/ticket.ts';
import { toTicketColumns } from './ticket/state.ts';

/** Starts each subject, so that nobody mistakes a sample for a customer's ticket. */
const mark = 'Sample:';

const samples = [
  {
    id: 'demo-ticket-fees',
    number: 'T0000-000001',
    topic: 'payment',
    subject: `${mark} two fees in September`,
    hoursAgo: 5,
    messages: [{ kind: 'written', text: 'My statement shows two fees on the 3rd. Which one is the platform’s?' }],
    events: [],
  },
  {
    id: 'demo-ticket-floor',
    number: 'T0000-000002',
    topic: 'account',
    subject: `${mark} where does my floor lock?`,
    hoursAgo: 50,
    messages: [
      { kind: 'written', text: 'Does the floor stop at the starting balance, or 100 above it?' },
      { kind: 'note', text: 'FAQ 1-24 has the answer; the account is a Classic.' },
      { kind: 'reply', text: 'It locks at the starting balance and stays there. The account’s page marks the day.' },
    ],
    events: [{ kind: 'replied', status: 'answered' }],
  },
  {
    id: 'demo-ticket-platform',
    number: 'T0000-000003',
    topic: 'question',
    subject: `${mark} the platform refuses my login`,
    hoursAgo: 26,
    messages: [
      { kind: 'written', text: 'Since this morning I get “permission denied”.' },
      { kind: 'reply', text: 'Which version do you use, and did you sign the data agreements there?' },
    ],
    events: [{ kind: 'replied', status: 'waiting' }],
  },
] as const satisfies readonly {
  readonly events: readonly TicketEvent[];
  readonly [key: string]: unknown;
}[];

/** Conversations of the demo's trader with support in different states. Keeps existing data. */
export async function seedTickets({ db, clock, catalog }: Deps): Promise<void> {
  const now = clock().getTime();
  for (const { id, number, topic, subject, hoursAgo, messages, events } of samples) {
    const openedAt = now - hoursAgo * hourMs;
    let state = openTicketAt(openedAt, catalog.support);
    for (const event of events) state = transitionTicket(state, event, openedAt + hourMs, catalog.support);
    const made = await insertOnce(db, 'ticket', {
      ...{ id, number, topic, subject, person_id: 'demo-trader', email: 'trader@example.com', locale: 'en' },
      ...{ name: 'Tessa Marques', fingerprint: id, is_sample: true, opened_at: new Date(openedAt) },
      ...toTicketColumns(state),
    });
    if (!made) continue;
    await insertRow(
      db,
      'ticket_message',
      messages.map(({ kind, text }, index) => ({
        ...{ id: `${id}-${index}`, ticket_id: id, kind, text, idempotency_key: `sample-${index}` },
        actor: kind === 'written' ? 'person:demo-trader' : 'person:demo-admin',
        created_at: new Date(openedAt + index * (hourMs / 2)),
      })),
    );
  }
}
