import { subscribe } from 'node:diagnostics_channel';

type Published = {
  readonly request: { readonly upgrade: unknown; readonly origin: string; readonly path: string };
  readonly response: { readonly statusCode: number };
};

/** By address. A socket doesn't say with which status it was refused; the client below it publishes it. */
const statuses = new Map<string, number>();
subscribe('undici:request:headers', (message) => {
  const { request, response } = message as Published;
  if (request.upgrade) statuses.set(`${request.origin}${request.path}`, response.statusCode);
});

/** The status with which the server at a `ws:` or `wss:` address last refused a socket; undefined if it didn't answer. */
export function takeRejection(address: string): number | undefined {
  const key = address.replace(/^ws/, 'http');
  const status = statuses.get(key);
  statuses.delete(key);
  return status === 101 ? undefined : status;
}
