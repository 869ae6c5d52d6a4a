import { createParser } from 'eventsource-parser';
import { accountStream } from '../contract/accounts.ts';
import { apiRoot } from './api-root.ts';
import { requestHeaders } from './call.ts';

export type StreamEnd = 'closed' | 'refused' | 'lost';

/**
 * Reads the live account stream until it ends or `signal` stops it. The browser's EventSource cannot carry a bearer
 * header, so the stream is read from a fetch. `since` is the sequence of each account that is shown already. Resolves
 * with why it ended; `refused` will not get better by trying again.
 */
export async function readAccountStream(
  since: ReadonlyMap<string, number>,
  onMessage: (message: { event: string; data: string }) => void,
  signal: AbortSignal,
): Promise<StreamEnd> {
  const parser = createParser({
    onEvent: ({ event, data }) => onMessage({ event: event ?? 'message', data }),
  });
  try {
    const known = [...since].map(([id, sequence]) => `${id}:${sequence}`).join(',');
    const response = await fetch(`${apiRoot}/${accountStream.path}${known === '' ? '' : `?since=${known}`}`, {
      headers: { ...requestHeaders(), Accept: 'text/event-stream' },
      signal,
      cache: 'no-store',
    });
    if (!response.ok || !response.body) return response.status >= 500 || response.status === 429 ? 'lost' : 'refused';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'closed';
      parser.feed(value);
    }
  } catch {
    return signal.aborted ? 'closed' : 'lost';
  }
}
