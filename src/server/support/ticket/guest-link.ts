import { toLocale } from '#i18n/locales.ts';
import { dayMs } from '#lib/durations.ts';
import { localizePath, pathTo, routes } from '#routes.ts';
import { type Deps, notFound, ServiceError } from '#server/core/deps.ts';
import { isSignedText, signText } from '#server/core/signature.ts';

/** Ticket id, expiry in milliseconds, and a signature of both. */
const secretPattern = /^([\w-]{1,64})\.(\d{13})\.([\w-]{43})$/;

const signedText = (ticketId: string, until: string) => `${ticketId}\n${until}`;

type Recipient = { readonly id: string; readonly locale: string };

/** A link to one ticket for someone without an account. The secret is in the fragment, which no server sees. */
export function guestLink({ env, keys, clock, catalog }: Deps, { id, locale }: Recipient): string {
  const until = String(clock().getTime() + catalog.support.guestLinkDays * dayMs);
  const secret = `${id}.${until}.${signText(keys, 'ticket', signedText(id, until))}`;
  return `${env.origin}${pathTo('contact', {}, toLocale(locale))}#ticket=${secret}`;
}

/** Where a ticket's owner reads it after signing in, without the language prefix. */
export function ticketPath(id: string): string {
  return `${routes.contact.pattern}?ticket=${id}`;
}

export function ownerLink({ env }: Deps, { id, locale }: Recipient): string {
  return `${env.origin}${localizePath(ticketPath(id), toLocale(locale))}`;
}

/** Whether a bearer token is a link's secret; session tokens have no dots. */
export function isGuestSecret(token: string): boolean {
  return token.includes('.');
}

/** @returns the ticket's id @throws {ServiceError} 404 for a wrong secret, 410 for an expired one */
export function findGuestTicket({ keys, clock }: Deps, secret: string): string {
  const [, id = '', until = '', signature = ''] = secretPattern.exec(secret) ?? [];
  if (id === '' || !isSignedText(keys, 'ticket', signedText(id, until), signature)) throw notFound();
  if (Number(until) <= clock().getTime()) throw new ServiceError(410, 'ticket_link_expired');
  return id;
}
