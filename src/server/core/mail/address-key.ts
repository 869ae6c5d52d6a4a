import { normalizeEmail } from '#lib/email-address.ts';

/** `Ada.L+two@Gmail.com` and `adal@googlemail.com` are one mailbox: a plus suffix doesn't make another person. */
export function addressKey(email: string): string {
  const address = normalizeEmail(email);
  const at = address.lastIndexOf('@');
  const [bare = ''] = address.slice(0, at).split('+');
  const host = address.slice(at + 1);
  return host === 'gmail.com' || host === 'googlemail.com'
    ? `${bare.replaceAll('.', '')}@gmail.com`
    : `${bare}@${host}`;
}
