import type { Postbacks } from './postback.ts';

/** A name that exists nowhere else (RFC 2606). */
export const demoReceiverHost = 'postbacks.example';

export type ReceivedPostback = NonNullable<Postbacks['received']>[number];

const maxReceived = 50;

/** Adds a receiver that answers in this process, so that postbacks can be tried without a server. Newest first. */
export function withDemoReceiver(others: Postbacks, clock: () => Date): Postbacks {
  const received: ReceivedPostback[] = [];
  return {
    received,
    isPublicHost: async (hostname) => hostname === demoReceiverHost || others.isPublicHost(hostname),
    send: async (request) => {
      if (new URL(request.url).hostname !== demoReceiverHost) return others.send(request);
      received.unshift({ ...request, receivedAt: clock() });
      received.length = Math.min(received.length, maxReceived);
      return { statusCode: 200, failure: null };
    },
  };
}
