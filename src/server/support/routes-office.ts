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
  mountPrivate(app, officeTicket, async ({ query }) => ({ data: await describeTicketForStaff(deps, query.ticketId) }), {
    limit: 'read',
  });

  mountPrivate(
    app,
    officeTicketReply,
    async ({ actor, body, idempotencyKey }) => {
      await replyToRequester(deps, actor, body, idempotencyKey);
      return {};
    },
    { limit: 'write' },
  );

  mountPrivate(
    app,
    officeTicketNote,
    async ({ actor, body, idempotencyKey }) => {
      await addTicketNote(deps, actor, body, idempotencyKey);
      return {};
    },
    { limit: 'write' },
  );

  mountPrivate(
    app,
    officeTicketAssign,
    async ({ actor, body }) => {
      await assignTicket(deps, actor, body);
      return {};
    },
    { limit: 'write' },
  );

  mountPrivate(app, officeTicketMerge, async ({ actor, body }) => ({ data: await mergeTicket(deps, actor, body) }), {
    limit: 'write',
  });

  mountPrivate(
    app,
    officeTicketStatus,
    async ({ actor, body }) => {
      await changeTicketStatus(deps, actor, body);
      return {};
    },
    { limit: 'write' },
  );

  mountPrivate(
    app,
    officeTicketPresence,
    async ({ actor, body }) => ({ data: await showPresence(deps, actor, body) }),
    { limit: 'write' },
  );

  mountPrivateRaw(
    app,
    officeTicketAttachment,
    async ({ actor, params }) => {
      const { bytes, name } = await readAttachmentByStaff(deps, actor, params.attachmentId);
      return new Response(new Uint8Array(bytes), { headers: fileHeaders('application/octet-stream', name) });
    },
    { limit: 'read' },
  );
};
