import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { control, type Json } from './control.ts';
import type { Desk } from './desk.ts';

export type { Json } from './control.ts';
/**
 * What happens to the next call of a path; `lose`: it acts, and its answer is lost; `wait`: it acts only then; `move`: it is
 * sent to another host; `page`: a proxy before the vendor answers with a page. */
export type Fault =
  | {
      readonly path: string;
      readonly kind: 'lose' | 'fail' | 'status';
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly times?: number;
    }
  | { readonly path: string; readonly kind: 'page'; readonly status: number; readonly times?: number }
  | {
      readonly path: string;
      readonly kind: 'answer';
      readonly body: unknown;
      readonly status?: number;
      readonly times?: number;
    }
  | { readonly path: string; readonly kind: 'move'; readonly to: string; readonly times?: number }
  | { readonly path: string; readonly kind: 'wait'; readonly until: Promise<void>; readonly times?: number };
export type Call = { readonly method: string; readonly path: string; readonly body: Json };

type Options = {
  readonly port: number;
  /** What the vendor's addresses start with. */
  readonly prefix: string;
  /** The emulator's clock; `advance` moves it. */
  readonly now: () => number;
  readonly answer: (
    call: Call,
    query: URLSearchParams,
    headers: IncomingHttpHeaders,
  ) => readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>];
  readonly desk: Desk;
  readonly bust: (fillId: number) => void;
};

function parseBody(text: string): Json | undefined {
  try {
    return text === '' ? {} : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

/** A vendor's HTTP server: keeps a log of calls, and plays the faults that a test asks for. */
export async function startVendorServer({ port, prefix, now: read, answer, desk, bust }: Options) {
  let offsetMs = 0;
  const calls: Call[] = [];
  const faults: (Fault & { left: number })[] = [];

  function takeFault(path: string) {
    const fault = faults.find((each) => each.path === path && each.left > 0);
    if (fault) fault.left -= 1;
    return fault;
  }

  function end(response: ServerResponse, status: number, body: unknown, headers: object = {}): void {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(body === null ? '' : JSON.stringify(body));
  }

  const vendor = {
    now: () => read() + offsetMs,
    calls,
    advance: (ms: number) => {
      offsetMs += ms;
      return vendor.now();
    },
    fault: (fault: Fault) => void faults.push({ ...fault, left: fault.times ?? 1 }),
  };

  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString('utf8');
    const url = new URL(request.url ?? '/', 'http://emulator');
    const path = url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) : url.pathname;
    const json = parseBody(text);
    if (json === undefined) return end(response, 400, null);
    const call: Call = { method: request.method ?? '', path, body: json };
    if (path.startsWith('/emulator/'))
      return end(response, 200, control({ ...vendor, desk, bust }, path, call.body) ?? {});
    calls.push(call);
    const fault = takeFault(path);
    if (fault?.kind === 'fail') return void request.socket.destroy();
    if (fault?.kind === 'status') return end(response, fault.status ?? 500, null, fault.headers);
    if (fault?.kind === 'page') {
      response.writeHead(fault.status, { 'Content-Type': 'text/html' });
      return void response.end('<html><body>We will be back soon.</body></html>');
    }
    if (fault?.kind === 'move') return end(response, 307, null, { location: `${fault.to}${path}${url.search}` });
    if (fault?.kind === 'answer') return end(response, fault.status ?? 200, fault.body);
    if (fault?.kind === 'wait') await fault.until;
    const [status, body, headers] = answer(call, url.searchParams, request.headers);
    if (fault?.kind === 'lose') return void request.socket.destroy();
    end(response, status, body, headers);
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const { port: actual } = server.address() as AddressInfo;
  return {
    ...vendor,
    server,
    url: `http://127.0.0.1:${actual}${prefix}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
