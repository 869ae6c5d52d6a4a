import type { Deps } from './deps.ts';
import { isSignedText, type LinkParams, signText } from './signature.ts';

type Subscription = { readonly id: string; readonly round: number };

const confirmText = ({ id, round }: Subscription) => `${id}\n${round}`;

/** The links in mails of a subscription to `list`, whose calls stand below `/api/<list>/`. */
export function createSubscriptionLinks(list: 'newsletter' | 'status') {
  const link = ({ env }: Deps, page: 'confirm' | 'unsubscribe', id: string, key: string) =>
    `${env.origin}/api/${list}/${page}?id=${id}&key=${key}`;
  return {
    /** Its page requires a click, because link scanners must not confirm anything. */
    confirmLink: (deps: Deps, subscription: Subscription): string =>
      link(deps, 'confirm', subscription.id, signText(deps.keys, `${list}-confirm`, confirmText(subscription))),
    unsubscribeLink: (deps: Deps, { id }: Pick<Subscription, 'id'>): string =>
      link(deps, 'unsubscribe', id, signText(deps.keys, `${list}-unsubscribe`, id)),
    isConfirmKey: ({ keys }: Deps, subscription: Subscription, key: string): boolean =>
      isSignedText(keys, `${list}-confirm`, confirmText(subscription), key),
    /** The link never expires, because unsubscribing must always work. */
    isUnsubscribeKey: ({ keys }: Deps, { id, key }: LinkParams): boolean =>
      isSignedText(keys, `${list}-unsubscribe`, id, key),
  };
}
