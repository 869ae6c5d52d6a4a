import { newId } from '#server/core/deps.ts';
import { openTicket } from '#shared/support/contract.ts';
import type { TestApp } from './app.ts';
import { client } from './client.ts';
import { signInPerson } from './people.ts';

/** The secret of the ticket's link in a mail, and the ticket's id. */
export function readTicketLink(text: string): { readonly secret: string; readonly ticketId: string } {
  const secret = /\/contact#ticket=(\S+)/.exec(text)?.[1] ?? '';
  return { secret, ticketId: secret.split('.')[0] ?? '' };
}

/** A ticket of a new person. */
export async function writeTicket(server: TestApp, message = 'Why was I charged on the 3rd?') {
  const requester = await signInPerson(server);
  const answer = await client(server)(openTicket, {
    token: requester.token,
    idempotencyKey: newId(),
    body: { topic: 'payment', message },
  });
  return { ...requester, ...answer.data };
}
