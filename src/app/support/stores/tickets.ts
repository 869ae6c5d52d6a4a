import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { download } from '#app/shell/stores/download.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { currentQuery } from '#app/shell/stores/navigation.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { forgetSavedForm } from '#app/shell/stores/saved-form.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import type { DataOf } from '#shared/core/call.ts';
import * as calls from '#shared/support/contract.ts';
import type { Attachment } from '#shared/support/contract-shapes.ts';

export type Ticket = DataOf<typeof calls.fetchTicket>;

/** The ticket in the address: the person's own, or one opened by a mailed link. */
export type TicketLink = { readonly ticketId: string; readonly secret: string | undefined };

export const $tickets = createResource(() => send(calls.fetchTickets, {}), { isQuiet: true });
export const $claims = createResource(() => send(calls.fetchClaims, {}), { isQuiet: true });
export type Claim = DataOf<typeof calls.fetchClaims>['claims'][number];
export const $subjects = createResource(() => send(calls.fetchTicketSubjects, {}));

const linkErrors = { 404: 'missing', 410: 'expired' } as const;

export const $ticket = createResource(
  ({ ticketId, secret }: TicketLink) => send(calls.fetchTicket, { query: { ticketId }, bearer: secret }),
  {
    statusOf: (failure) =>
      (failure.kind === 'status' && linkErrors[failure.status as keyof typeof linkErrors]) || 'failed',
    isQuiet: true,
  },
);

/** Reads the ticket from the address. The secret of a mailed link stays in the fragment, so that a reload works. */
export function readTicketLink(): TicketLink | null {
  const secret = new URLSearchParams(globalThis.location?.hash.slice(1) ?? '').get('ticket');
  if (secret) return { ticketId: secret.split('.')[0] ?? '', secret };
  const ticketId = currentQuery()['ticket'];
  return ticketId ? { ticketId, secret: undefined } : null;
}

export async function loadTickets(): Promise<void> {
  await Promise.all([$tickets.load(), $subjects.refresh()]);
}

export type Upload = {
  readonly key: string;
  readonly name: string;
  /** Null until the upload has finished. */
  readonly attachment: Attachment | null;
};

export type Uploads = { readonly files: readonly Upload[]; readonly error: string | undefined };

/** Files for the next message; each is uploaded as soon as it is chosen. */
export function createUploads(secret: string | undefined) {
  const $uploads = atom<Uploads>({ files: [], error: undefined });
  const change = (files: readonly Upload[], error?: string) => $uploads.set({ files, error });

  async function add(document: File): Promise<void> {
    const key = crypto.randomUUID();
    change([...$uploads.get().files, { key, name: document.name, attachment: null }]);
    const result = await send(calls.attachToTicket, { body: { document }, bearer: secret });
    const { files } = $uploads.get();
    if (result.ok) {
      const { attachment } = result.data;
      change(files.map((file) => (file.key === key ? { ...file, name: attachment.name, attachment } : file)));
      return;
    }
    const { failure } = result;
    const error = failure.kind === 'status' ? failure.fields.document?.[0] : undefined;
    change(
      files.filter((file) => file.key !== key),
      error,
    );
    if (error === undefined) notifyFailure(failure);
  }

  const remove = (key: string) => change($uploads.get().files.filter((file) => file.key !== key));
  const listIds = () => $uploads.get().files.flatMap(({ attachment }) => (attachment ? [attachment.id] : []));
  const clear = () => change([]);
  return { $uploads, add, remove, listIds, clear };
}

export type UploadStore = ReturnType<typeof createUploads>;

/** Sends with a key that stays the same until the message has arrived, so that a retry doesn't send it twice. */
function createKeyedSend(secret?: string) {
  let idempotencyKey = crypto.randomUUID();
  const sendBy: typeof send = (contract, parts) => send(contract, { ...parts, idempotencyKey, bearer: secret });
  const renew = () => {
    idempotencyKey = crypto.randomUUID();
  };
  return { sendBy, renew };
}

export function createReplyForm(link: TicketLink, uploads: UploadStore) {
  const { sendBy, renew } = createKeyedSend(link.secret);
  const form = createForm({
    contract: calls.replyTicket,
    initial: { ticketId: link.ticketId, message: '', attachmentIds: [] },
    sendBy,
    onSuccess: async () => {
      renew();
      form.reset();
      uploads.clear();
      notify('success', { key: 'sent' });
      await $ticket.load(link);
    },
  });
  return form;
}

/** The form for a signed-in person; it opens the new ticket's conversation. */
export function createTicketForm(uploads: UploadStore, onOpened: (ticketId: string) => void) {
  const { sendBy, renew } = createKeyedSend();
  const form = createForm({
    contract: calls.openTicket,
    initial: { topic: 'question', message: '', about: undefined, attachmentIds: [] },
    sendBy,
    onSuccess: ({ data }) => {
      renew();
      form.reset();
      uploads.clear();
      forgetSavedForm();
      onOpened(data.ticketId);
    },
  });
  return form;
}

export async function closeOwnTicket(link: TicketLink): Promise<void> {
  const result = await send(calls.closeTicket, { body: { ticketId: link.ticketId }, bearer: link.secret });
  if (!result.ok) notifyFailure(result.failure);
  await $ticket.load(link);
}

export function downloadAttachment({ id, name }: Attachment, secret: string | undefined): Promise<void> {
  return download(name, calls.ticketAttachment, { params: { attachmentId: id }, bearer: secret });
}
