import { sendDownload } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/support/contract-office.ts';
import { officeFeatureProgress } from '#shared/support/contract-office-features.ts';
import { addTicketNote } from './agents/add-note.ts';
import { assignTicket } from './agents/assign.ts';
import { changeTicketStatus } from './agents/change-status.ts';
import { describeTicketForStaff } from './agents/describe.ts';
import { mergeTicket } from './agents/merge.ts';
import { replyToRequester } from './agents/reply.ts';
import { showPresence } from './agents/show-presence.ts';
import { setFeatureProgress } from './features/set-progress.ts';
import { readAttachmentByStaff } from './ticket/read-attachment.ts';

export const supportOfficeRoutes: Routes = ({ mount, deps }) => {
  mount(calls.officeTicket, ({ query }) => describeTicketForStaff(deps, query.ticketId));
  mount(calls.officeTicketReply, ({ actor, body, idempotencyKey }) =>
    replyToRequester(deps, actor, body, idempotencyKey),
  );
  mount(calls.officeTicketNote, ({ actor, body, idempotencyKey }) => addTicketNote(deps, actor, body, idempotencyKey));
  mount(calls.officeTicketAssign, ({ actor, body }) => assignTicket(deps, actor, body));
  mount(calls.officeTicketMerge, ({ actor, body }) => mergeTicket(deps, actor, body));
  mount(calls.officeTicketStatus, ({ actor, body }) => changeTicketStatus(deps, actor, body));
  mount(calls.officeTicketPresence, ({ actor, body }) => showPresence(deps, actor, body));
  mount(calls.officeTicketAttachment, async ({ actor, params }) =>
    sendDownload(await readAttachmentByStaff(deps, actor, params.attachmentId)),
  );
  mount(officeFeatureProgress, ({ actor, body }) => setFeatureProgress(deps, actor, body));
};
