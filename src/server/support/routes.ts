import type { Routes } from '#server/core/http/context.ts';
import { fileHeaders } from '#server/core/http/file-headers.ts';
import { mount, mountPrivate, mountRaw } from '#server/core/http/mount.ts';
import {
  attachToTicket,
  closeTicket,
  fetchTicket,
  fetchTicketSubjects,
  fetchTickets,
  openTicket,
  replyTicket,
  ticketAttachment,
} from '#shared/support/contract.ts';
import { closeOwnTicket } from './requester/close.ts';
import { describeTicket } from './requester/describe.ts';
import { listOwnTickets } from './requester/list.ts';
import { listSubjects } from './requester/list-subjects.ts';
import { openTicket as openOwnTicket } from './requester/open.ts';
import { writeToTicket } from './requester/write.ts';
import { attachFile } from './ticket/attach.ts';
import { getRequesterAttachment } from './ticket/read-attachment.ts';
import { getTicketRequester } from './ticket/requester.ts';

export const supportRoutes: Routes = (app, deps) => {
  mountPrivate(app, fetchTickets, async ({ actor }) => ({ data: { tickets: await listOwnTickets(deps, actor) } }));

  mountPrivate(app, fetchTicketSubjects, async ({ actor }) => ({
    data: { subjects: await listSubjects(deps, actor.personId) },
  }));

  mountPrivate(app, openTicket, async ({ actor, body, idempotencyKey, requestContext }) => ({
    data: await openOwnTicket(deps, actor, body, idempotencyKey, requestContext),
  }));

  mount(app, fetchTicket, async ({ token, query }) => ({
    data: await describeTicket(deps, await getTicketRequester(deps, token), query.ticketId),
  }));

  mount(app, replyTicket, async ({ token, body, idempotencyKey }) =>
    writeToTicket(deps, await getTicketRequester(deps, token), body, idempotencyKey),
  );

  mount(app, closeTicket, async ({ token, body }) =>
    closeOwnTicket(deps, await getTicketRequester(deps, token), body.ticketId),
  );

  mount(app, attachToTicket, async ({ token, body }) => ({
    data: { attachment: await attachFile(deps, await getTicketRequester(deps, token), body.document) },
  }));

  mountRaw(app, ticketAttachment, async ({ token, params }) => {
    const requester = await getTicketRequester(deps, token);
    const { bytes, name } = await getRequesterAttachment(deps, requester, params.attachmentId);
    // Always a download, so that no browser runs the file, whatever it contains.
    return new Response(new Uint8Array(bytes), { headers: fileHeaders('application/octet-stream', name) });
  });
};
