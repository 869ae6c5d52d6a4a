import { initialOf } from '#lib/person-name.ts';

export const nameStyles = ['full', 'initials'] as const;

export type NameStyle = (typeof nameStyles)[number];

/** A person's name for the certificate: whole, however long, or as the initials they chose. */
export function nameOnCertificate(firstName: string, lastName: string, style: NameStyle): string {
  const first = firstName.trim().replace(/\s+/g, ' ');
  const last = lastName.trim().replace(/\s+/g, ' ');
  const initials = [first, last].flatMap((part) => (part === '' ? [] : [`${initialOf(part)}.`])).join(' ');
  return style === 'initials' ? initials : `${first} ${last}`.trim();
}
