import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { officeOptions } from '#app/office/stores/office.ts';
import { download } from '#app/shell/stores/download.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import type { DataOf } from '#shared/core/call.ts';
import * as calls from '#shared/support/contract-office.ts';
import type { Attachment } from '#shared/support/contract-shapes.ts';
import type { RepliedStatus } from '#shared/support/ticket.ts';

export type OfficeTicket = DataOf<typeof calls.officeTicket>;
const heartbeatMs = 10_000;

export const $officeTicket = createResource(
  (ticketId: string) => send(calls.officeTicket, { query: { ticketId } }),
  officeOptions,
);

/** Who else has the ticket open, and its newest version; null until the first answer. */
export const $presence = atom<DataOf<typeof calls.officeTicketPresence> | null>(null);

/**
 * Tells colleagues every ten seconds that the ticket is open here, and learns who else has it open.
 * @param isWriting returns whether something is typed right now
 * @returns a function that ends the heartbeats
 */
export function startPresence(ticketId: string, isWriting: () => boolean): () => void {
  $presence.set(null);
  let stopped = false;
  async function sendHeartbeat(): Promise<void> {
    const result = await send(calls.officeTicketPresence, { body: { ticketId, writing: isWriting() } });
    // A missed heartbeat doesn't matter: the next one follows.
    if (result.ok && !stopped) $presence.set(result.data);
  }
  void sendHeartbeat();
  const timer = setInterval(() => void sendHeartbeat(), heartbeatMs);
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}

/** Sends with a key that stays the same until the message has arrived, so that a retry doesn't send it twice. */
function createKeyedSend() {
  let idempotencyKey = crypto.randomUUID();
  const sendBy: typeof send = (contract, parts) => send(contract, { ...parts, idempotencyKey });
  const renew = () => {
    idempotencyKey = crypto.randomUUID();
  };
  return { sendBy, renew };
}

/**
 * An agent's reply. If a colleague or the requester was faster, the text stays and the new messages are loaded. What
 * counts is the version at which the agent began to write: a note of theirs reloads the ticket without their noticing.
 */
export function createAgentReply(ticketId: string, onDone: () => void) {
  const { sendBy, renew } = createKeyedSend();
  let readVersion: number | null = null;
  /** From now on, the version on screen counts as read. */
  const acknowledge = () => {
    readVersion = null;
  };
  const form = createForm({
    contract: calls.officeTicketReply,
    initial: { ticketId, version: 0, message: '', status: 'answered' },
    sendBy,
    onSuccess: () => {
      renew();
      acknowledge();
      form.reset();
      notify('success', { key: 'sent' });
      onDone();
    },
    onFailure: ({ failure }) => {
      if (failure.kind === 'status' && failure.status === 409) {
        acknowledge();
        onDone();
      }
      return false;
    },
  });
  const write = (message: string, version: number) => {
    readVersion = message.trim() === '' ? null : (readVersion ?? version);
    form.set('message', message);
  };
  const reply = (status: RepliedStatus, version: number) => {
    form.set('status', status);
    form.set('version', readVersion ?? version);
    return form.submit();
  };
  return { $form: form.$form, write, acknowledge, reply };
}

export function createAgentNote(ticketId: string, onDone: () => void) {
  const { sendBy, renew } = createKeyedSend();
  const form = createForm({
    contract: calls.officeTicketNote,
    initial: { ticketId, message: '' },
    sendBy,
    onSuccess: () => {
      renew();
      form.reset();
      notify('success', { key: 'saved' });
      onDone();
    },
  });
  return form;
}

export async function assignTicket(ticketId: string, assigneeId: string | null, onDone: () => void): Promise<void> {
  const result = await send(calls.officeTicketAssign, { body: { ticketId, assigneeId } });
  if (!result.ok) notifyFailure(result.failure);
  onDone();
}

export function downloadOfficeAttachment({ id, name }: Attachment): Promise<void> {
  return download(name, calls.officeTicketAttachment, { params: { attachmentId: id } });
}
