export type PostbackRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** `blocked`: the name doesn't resolve to a public address. The others are what the network or the other side did. */
export type PostbackFailure = 'blocked' | 'timeout' | 'unreachable' | 'tls';

export type PostbackAnswer =
  | { readonly statusCode: number; readonly failure: null }
  | { readonly statusCode: null; readonly failure: PostbackFailure };

/** Posts to addresses that strangers name. */
export type Postbacks = {
  /** Whether a host resolves to public addresses only, now. */
  isPublicHost(hostname: string): Promise<boolean>;
  /** One try: the address is resolved once, checked and connected to; redirects aren't followed. Never throws. */
  post(request: PostbackRequest): Promise<PostbackAnswer>;
};
