import { minuteMs } from '#lib/durations.ts';
import { type Clock, realClock } from './clock.ts';
import { signedHeaders } from './signed-headers.ts';

export type Site = {
  /** Sends a signed message. @throws {Rejection} unless the site answers 200 */
  post(path: string, message: object): Promise<Record<string, unknown>>;
  /** How far our clock was ahead of the site's when it last answered, ms. */
  readonly skewMs?: () => number;
};

/** The site takes nothing from further in the future than this. */
export const maxSkewMs = minuteMs;

export class Rejection extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(`${status} ${text}`);
    this.status = status;
  }
}

export const isFinal = (status: number): boolean => [400, 409, 422].includes(status);

/** Whether the site has refused what it was sent, so that sending it again doesn't help. */
export const isRejected = (error: unknown): error is Rejection => error instanceof Rejection && isFinal(error.status);

type Settings = {
  readonly secret: string;
  readonly target: string;
  readonly clock?: Clock;
};

export function createSite({ secret, target, clock = realClock }: Settings): Site {
  let skewMs = 0;
  let acceptedAt = 0;
  return {
    skewMs: () => skewMs,
    async post(path, message) {
      const body = JSON.stringify(message);
      // The site refuses a heartbeat sent before the last, which one seems to be whose clock was set back meanwhile.
      const sentAt = Math.max(acceptedAt + 1, clock.now());
      const request = { method: 'POST', path: `/api/bridge/${path}`, body };
      const response = await fetch(`${target}${request.path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...signedHeaders(secret, request, sentAt) },
        body,
        signal: AbortSignal.timeout(60_000),
      });
      const siteNow = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(siteNow)) skewMs = clock.now() - siteNow;
      if (!response.ok) throw new Rejection(response.status, (await response.text()).slice(0, 500));
      acceptedAt = Math.max(acceptedAt, sentAt);
      return response.json() as Promise<Record<string, unknown>>;
    },
  };
}
