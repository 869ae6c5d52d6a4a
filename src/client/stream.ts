import { createParser } from 'eventsource-parser';
import { accountStream } from '../contract/accounts.ts';
import { request } from './request.ts';

export type StreamEnd = 'closed' | 'refused' | 'lost';

/**
 * Reads the live account stream until it ends or `signal` aborts, through fetch because EventSource can't send a
 * bearer header. `since` is the sequence of each account already shown. @returns why it ended; retrying can't
 * help after `refused`
 */
export async function readAccountStream(
  since: ReadonlyMap<string, number>,
  onMessage: (message: { event: string; data: string }) => void,
  signal: AbortSignal,
): Promise<StreamEnd> {
  const known = [...since].map(([id, sequence]) => `${id}:${sequence}`).join(',');
  const answer = await request(accountStream, { query: known === '' ? {} : { since: known }, signal });
  if (!answer.ok) {
    const { failure } = answer;
    if (signal.aborted) return 'closed';
    if (failure.kind === 'cancelled') return 'refused';
    return failure.kind === 'status' && failure.status < 500 && failure.status !== 429 ? 'refused' : 'lost';
  }
  const parser = createParser({
    onEvent: ({ event, data }) => onMessage({ event: event ?? 'message', data }),
  });
  const reader = answer.response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return 'lost';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'closed';
      parser.feed(value);
    }
  } catch {
    return signal.aborted ? 'closed' : 'lost';
  }
}
