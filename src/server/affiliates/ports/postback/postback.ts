export type PostbackRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/**
 * `blocked`: the name doesn't resolve to a public address. The others are failures of the network or the receiving
 * server.
 */
export type PostbackFailure = 'blocked' | 'timeout' | 'unreachable' | 'tls';

export type PostbackAnswer =
  | { readonly statusCode: number; readonly failure: null }
  | { readonly statusCode: null; readonly failure: PostbackFailure };

/** Calls URLs that outsiders provide. */
export type Postbacks = {
  /** What the demo's own receiver got, newest first; absent elsewhere. */
  readonly received?: readonly (PostbackRequest & { readonly receivedAt: Date })[];
  /** Whether a host currently resolves to public addresses only. */
  isPublicHost(hostname: string): Promise<boolean>;
  /** One attempt: the address is resolved once, checked and connected to; redirects aren't followed. Never throws. */
  send(request: PostbackRequest): Promise<PostbackAnswer>;
};
