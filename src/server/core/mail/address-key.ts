/** `Ada.L+two@Gmail.com` and `ada.l@gmail.com` are one mailbox: a plus suffix doesn't make another person. */
export function addressKey(email: string): string {
  const [local = '', host = ''] = email.trim().toLowerCase().split('@');
  const bare = local.split('+')[0] ?? local;
  return `${host === 'gmail.com' || host === 'googlemail.com' ? bare.replaceAll('.', '') : bare}@${host}`;
}
