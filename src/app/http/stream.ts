import { createParser } from 'eventsource-parser';
import { accountStream } from '#shared/accounts/contract.ts';
import type { Call } from '#shared/core/call.ts';
import { type Failure, isTemporary } from './failure.ts';
import { pressShown } from './press.ts';
import { type Parts, request } from './request.ts';

export type StreamEnd = 'closed' | 'refused' | 'lost';

/** The server sends at least a heartbeat every few seconds, so this long a silence means a dead connection. */
const deadAfterMs = 20_000;

type OnMessage = (message: { event: string; data: string; id: string | undefined }) => void;

/**
 * Reads a stream of server-sent events until it ends or its signal aborts. Uses fetch, because EventSource can't send a
 * bearer header.
 * @param onFailed receives why the stream didn't open, and whether a retry makes sense
 * @returns why the stream ended; after `refused`, a retry can't help
 */
export async function readStream<C extends Call>(
  contract: C,
  parts: Parts<C> & { readonly signal: AbortSignal; readonly onHeard?: () => void },
  onMessage: OnMessage,
  onFailed: (failure: Failure, end: 'refused' | 'lost') => void = () => undefined,
): Promise<StreamEnd> {
  const { signal, onHeard } = parts;
  const dead = new AbortController();
  const expect = () => setTimeout(() => dead.abort(), deadAfterMs);
  let timer = expect();
  signal.addEventListener('abort', () => clearTimeout(timer));
  const answer = await request(contract, { ...parts, signal: AbortSignal.any([signal, dead.signal]) });
  if (!answer.ok) {
    clearTimeout(timer);
    const { failure } = answer;
    if (signal.aborted) return 'closed';
    if (dead.signal.aborted) return 'lost';
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
      onHeard?.();
      clearTimeout(timer);
      timer = expect();
      await pressShown();
      parser.feed(value);
    }
  } catch {
    return signal.aborted ? 'closed' : 'lost';
  } finally {
    clearTimeout(timer);
  }
}

/** Reads the stream of the person's accounts. `since` holds the sequence of each account already on screen. */
export function readAccountStream(
  since: ReadonlyMap<string, number>,
  onMessage: OnMessage,
  parts: { readonly signal: AbortSignal; readonly onHeard: () => void },
): Promise<StreamEnd> {
  const known = [...since].map(([id, sequence]) => `${id}:${sequence}`).join(',');
  return readStream(accountStream, { query: known === '' ? {} : { since: known }, ...parts }, onMessage);
}
