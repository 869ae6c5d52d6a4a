import { fileHeaders } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/support/contract.ts';
import { listOwnClaims } from './claims.ts';
import { closeOwnTicket } from './requester/close.ts';
import { describeTicket } from './requester/describe.ts';
import { listOwnTickets } from './requester/list.ts';
import { listSubjects } from './requester/list-subjects.ts';
import { openTicket } from './requester/open.ts';
import { writeToTicket } from './requester/write.ts';
import { attachFile } from './ticket/attach.ts';
import { getRequesterAttachment } from './ticket/read-attachment.ts';
import { getTicketRequester } from './ticket/requester.ts';

export const supportRoutes: Routes = ({ mount, deps }) => {
  mount(calls.fetchTickets, async ({ actor }) => ({ tickets: await listOwnTickets(deps, actor) }));
  mount(calls.fetchClaims, async ({ actor }) => ({ claims: await listOwnClaims(deps, actor) }));
  mount(calls.fetchTicketSubjects, async ({ actor }) => ({ subjects: await listSubjects(deps, actor.personId) }));

  mount(calls.openTicket, ({ actor, body, idempotencyKey, requestContext }) =>
    openTicket(deps, actor, body, idempotencyKey, requestContext),
  );

  mount(calls.fetchTicket, async ({ token, query }) =>
    describeTicket(deps, await getTicketRequester(deps, token), query.ticketId),
  );

  mount(calls.replyTicket, async ({ token, body, idempotencyKey }) =>
    writeToTicket(deps, await getTicketRequester(deps, token), body, idempotencyKey),
  );

  mount(calls.closeTicket, async ({ token, body }) =>
    closeOwnTicket(deps, await getTicketRequester(deps, token), body.ticketId),
  );

  mount(calls.attachToTicket, async ({ token, body }) => ({
    attachment: await attachFile(deps, await getTicketRequester(deps, token), body.document),
  }));

  mount(calls.ticketAttachment, async ({ token, params }) => {
    const requester = await getTicketRequester(deps, token);
    const { bytes, name } = await getRequesterAttachment(deps, requester, params.attachmentId);
    // Always a download, so that no browser runs the file, whatever it contains.
    return new Response(new Uint8Array(bytes), { headers: fileHeaders('application/octet-stream', name) });
  });
};
