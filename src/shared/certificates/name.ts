import { initialOf, latinNameOf } from '#lib/person-name.ts';

export const nameStyles = ['full', 'initials'] as const;

export type NameStyle = (typeof nameStyles)[number];

/** A person's name for the certificate, in Latin letters if they gave it so: whole, however long, or as the initials they chose. */
export function nameOnCertificate(person: Parameters<typeof latinNameOf>[0], style: NameStyle): string {
  const latin = latinNameOf(person);
  const parts = latin === null ? [person.first_name, person.last_name] : latin.split(' ');
  const written = parts.map((part) => part.trim().replace(/\s+/g, ' ')).filter((part) => part !== '');
  return style === 'initials' ? written.map((part) => `${initialOf(part)}.`).join(' ') : written.join(' ');
}
