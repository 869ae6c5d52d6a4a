import type { Locale } from '#i18n/locales.ts';
import type { IdentityEvent, IdentityProvider } from '#shared/payouts/payees/identity-check.ts';

export type IdentityCheckRequest = {
  /** Our id; the provider includes it in every message. */
  readonly checkId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly country: string;
  readonly locale: Locale;
  /** Where the provider's page sends the person afterward. */
  readonly returnUrl: string;
};

/** `url` is the provider's page; null if the check happens on our own screen. */
export type IdentitySession = { readonly ref: string | null; readonly url: string | null };

export type Identity = {
  readonly provider: IdentityProvider;
  /** Opens a session for a check. @throws {ServiceError} 503 if the provider doesn't respond */
  start(request: IdentityCheckRequest): Promise<IdentitySession>;
  /**
   * The event of a webhook; null if it isn't about a check. The signature covers the raw bytes.
   * @throws {ServiceError} 401 for a wrong signature, 400 for a malformed body
   */
  receive(
    headers: Headers,
    rawBody: string,
  ): Promise<{ readonly checkId: string; readonly event: IdentityEvent } | null>;
  /** The check's current state at the provider; null if there is none. @throws if the provider doesn't respond */
  fetch(check: { readonly id: string; readonly ref: string | null }): Promise<IdentityEvent | null>;
};

/** The name on a document, null if the provider didn't read it. A document with one name has no last name. */
export function nameOf(read: {
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
}): IdentityEvent['name'] {
  const [first, last] = [read.firstName ?? '', read.lastName ?? ''];
  if (first === '') return last === '' ? null : { firstName: last, lastName: '' };
  return { firstName: first, lastName: last };
}
