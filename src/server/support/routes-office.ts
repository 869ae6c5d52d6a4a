import type { Routes } from '#server/core/http/context.ts';
import { fileHeaders } from '#server/core/http/file-headers.ts';
import { mountPrivate, mountPrivateRaw } from '#server/core/http/mount.ts';
import {
  officeTicket,
  officeTicketAssign,
  officeTicketAttachment,
  officeTicketMerge,
  officeTicketNote,
  officeTicketPresence,
  officeTicketReply,
  officeTicketStatus,
} from '#shared/support/contract-office.ts';
import { addTicketNote } from './agents/add-note.ts';
import { assignTicket } from './agents/assign.ts';
import { changeTicketStatus } from './agents/change-status.ts';
import { describeTicketForStaff } from './agents/describe.ts';
import { mergeTicket } from './agents/merge.ts';
import { replyToRequester } from './agents/reply.ts';
import { showPresence } from './agents/show-presence.ts';
import { readAttachmentByStaff } from './ticket/read-attachment.ts';

export const supportOfficeRoutes: Routes = (app, deps) => {
  mountPrivate(app, officeTicket, async ({ query }) => ({ data: await describeTicketForStaff(deps, query.ticketId) }));

  mountPrivate(app, officeTicketReply, ({ actor, body, idempotencyKey }) =>
    replyToRequester(deps, actor, body, idempotencyKey),
  );

  mountPrivate(app, officeTicketNote, ({ actor, body, idempotencyKey }) =>
    addTicketNote(deps, actor, body, idempotencyKey),
  );

  mountPrivate(app, officeTicketAssign, ({ actor, body }) => assignTicket(deps, actor, body));

  mountPrivate(app, officeTicketMerge, async ({ actor, body }) => ({ data: await mergeTicket(deps, actor, body) }));

  mountPrivate(app, officeTicketStatus, ({ actor, body }) => changeTicketStatus(deps, actor, body));

  mountPrivate(app, officeTicketPresence, async ({ actor, body }) => ({ data: await showPresence(deps, actor, body) }));

  mountPrivateRaw(app, officeTicketAttachment, async ({ actor, params }) => {
    const { bytes, name } = await readAttachmentByStaff(deps, actor, params.attachmentId);
    return new Response(new Uint8Array(bytes), { headers: fileHeaders('application/octet-stream', name) });
  });
};
