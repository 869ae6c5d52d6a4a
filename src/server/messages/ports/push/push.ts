/** A browser that gets messages, as identified by its push service. */
export type PushTarget = { readonly endpoint: string; readonly p256dh: string; readonly auth: string };

export type PushMessage = {
  /** Messages of one topic replace each other, both before delivery and on the screen. */
  readonly topic: string;
  readonly title: string;
  readonly body: string;
  /** A path on our site. */
  readonly path: string;
};

export type Push = {
  /** The key that browsers subscribe with, in base64url. */
  readonly publicKey: string;
  /** @returns `gone` if the subscription has ended @throws if the service can't accept the message now */
  send(target: PushTarget, message: PushMessage): Promise<'sent' | 'gone'>;
};
