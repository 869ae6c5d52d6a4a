import { createParser } from 'eventsource-parser';
import { accountStream } from '#shared/accounts/contract.ts';
import type { Call } from '#shared/core/call.ts';
import { type Failure, isTemporary } from './failure.ts';
import { pressShown } from './press.ts';
import { type Parts, request } from './request.ts';

export type StreamEnd = 'closed' | 'refused' | 'lost';

type OnMessage = (message: { event: string; data: string; id: string | undefined }) => void;

/**
 * Reads a stream of server-sent events until it ends or its signal aborts. Uses fetch, because EventSource can't send a
 * bearer header.
 * @param onFailed receives why the stream didn't open, and whether a retry makes sense
 * @returns why the stream ended; after `refused`, a retry can't help
 */
export async function readStream<C extends Call>(
  contract: C,
  parts: Parts<C> & { readonly signal: AbortSignal },
  onMessage: OnMessage,
  onFailed: (failure: Failure, end: 'refused' | 'lost') => void = () => undefined,
): Promise<StreamEnd> {
  const { signal } = parts;
  const answer = await request(contract, parts);
  if (!answer.ok) {
    const { failure } = answer;
    if (signal.aborted) return 'closed';
    if (failure.kind === 'canceled') return 'refused';
    const end = isTemporary(failure) ? 'lost' : 'refused';
    onFailed(failure, end);
    return end;
  }
  const parser = createParser({
    onEvent: ({ event, data, id }) => onMessage({ event: event ?? 'message', data, id }),
  });
  const reader = answer.response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return 'lost';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'closed';
      await pressShown();
      parser.feed(value);
    }
  } catch {
    return signal.aborted ? 'closed' : 'lost';
  }
}

/** Reads the stream of the person's accounts. `since` holds the sequence of each account already on screen. */
export function readAccountStream(
  since: ReadonlyMap<string, number>,
  onMessage: OnMessage,
  signal: AbortSignal,
): Promise<StreamEnd> {
  const known = [...since].map(([id, sequence]) => `${id}:${sequence}`).join(',');
  return readStream(accountStream, { query: known === '' ? {} : { since: known }, signal }, onMessage);
}
