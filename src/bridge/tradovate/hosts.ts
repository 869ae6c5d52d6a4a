import { isObject } from '../core/answers.ts';
import type { TradovateSettings } from './settings.ts';

export type Host = 'live' | 'demo';

/**
 * Where the vendor is: as set, until a sign-in or a renewal names the organization's own hosts in `apiHosts`, or an answer
 * its place. An answer without one leaves them as they are.
 */
export function createHosts({ liveUrl, demoUrl, streamUrl }: TradovateSettings) {
  const urls: Record<Host | 'stream', string> = { live: liveUrl, demo: demoUrl, stream: streamUrl };

  function move(host: Host, to: string): void {
    for (const name of host === 'demo' ? (['demo', 'stream'] as const) : ([host] as const)) {
      const url = new URL(urls[name]);
      url.host = to;
      urls[name] = url.href;
    }
  }

  return {
    url: (host: Host) => urls[host],
    stream: () => urls.stream,
    move,
    /** Takes the hosts of an answer: names without a scheme. */
    learn(apiHosts: unknown): void {
      if (!isObject(apiHosts)) return;
      for (const host of ['live', 'demo'] as const) {
        const name = apiHosts[host];
        if (typeof name === 'string' && name !== '') move(host, name);
      }
    },
  };
}
