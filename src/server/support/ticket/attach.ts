import { insertRow } from '#server/core/database/rows.ts';
import { type Deps, invalid, newId, notFound, ServiceError, type Trx } from '#server/core/deps.ts';
import { readDocument } from '#server/core/documents/read.ts';
import { encryptBytes } from '#server/core/encryption.ts';
import { cleanFileName } from '#server/core/file-name.ts';
import type { Attachment } from '#shared/support/contract-shapes.ts';
import { maxAttachments } from '#shared/support/terms.ts';
import { type TicketRequester, uploaderOf } from './requester.ts';

export const attachmentContext = (attachmentId: string) => `ticket-attachment:${attachmentId}`;

/** Leaves room for discarded uploads besides those of the next message. */
const maxUnsent = 2 * maxAttachments;
const extensions = { 'image/webp': 'webp', 'application/pdf': 'pdf' } as const;

function nameByType(fileName: string, mediaType: Attachment['mediaType']): string {
  const stem = fileName.replace(/\.[^.]*$/, '');
  return cleanFileName(`${stem}.${extensions[mediaType]}`, 'attachment', 60);
}

/**
 * Stores a file until the requester sends it with a message.
 * @throws {ServiceError} 404 for a deleted ticket, 409 for too many unsent files, 422 for the wrong kind of file
 */
export async function attachFile(deps: Deps, requester: TicketRequester, file: File | undefined): Promise<Attachment> {
  const { mediaType, bytes } = await readDocument(file);
  const uploader = uploaderOf(requester);
  const attachment = { id: newId(), name: nameByType(file?.name ?? '', mediaType), mediaType, sizeBytes: bytes.length };
  await deps.db.transaction().execute(async (trx) => {
    const owner = requester.kind === 'person' ? ('person' as const) : ('ticket' as const);
    const id = requester.kind === 'person' ? requester.personId : requester.ticketId;
    await trx.selectFrom(owner).select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow(notFound);
    const { count } = await trx
      .selectFrom('ticket_attachment')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('uploader', '=', uploader)
      .where('message_id', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxUnsent) throw new ServiceError(409, 'attachment_limit');
    await insertRow(trx, 'ticket_attachment', {
      id: attachment.id,
      uploader,
      name: attachment.name,
      media_type: mediaType,
      size_bytes: bytes.length,
      content: encryptBytes(deps.keys, attachmentContext(attachment.id), bytes),
      uploaded_at: deps.clock(),
    });
  });
  return attachment;
}

type SentAttachments = {
  readonly messageId: string;
  readonly uploader: string;
  readonly attachmentIds: readonly string[];
};

/**
 * Attaches uploaded files to a message.
 * @throws {ServiceError} 422 unless each belongs to the uploader and is unsent
 */
export async function sendAttachments(trx: Trx, { messageId, uploader, attachmentIds }: SentAttachments) {
  const ids = [...new Set(attachmentIds)];
  if (ids.length === 0) return;
  const { numUpdatedRows } = await trx
    .updateTable('ticket_attachment')
    .set({ message_id: messageId })
    .where('id', 'in', ids)
    .where('uploader', '=', uploader)
    .where('message_id', 'is', null)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== ids.length) throw invalid({ attachmentIds: ['not_found'] });
}
