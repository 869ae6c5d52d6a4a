export const nameStyles = ['full', 'initials'] as const;

export type NameStyle = (typeof nameStyles)[number];

/** In UTF-8. A longer name would make the QR code too dense to scan. */
const maxNameBytes = 48;

/** A person's name for the certificate, shortened step by step until it fits. */
export function nameOnCertificate(firstName: string, lastName: string, style: NameStyle): string {
  const first = firstName.trim().replace(/\s+/g, ' ');
  const last = lastName.trim().replace(/\s+/g, ' ');
  const initials = [first, last].flatMap((part) => (part === '' ? [] : [`${firstLetter(part)}.`])).join(' ');
  if (style === 'initials') return initials;
  const [firstGiven = ''] = first.split(' ');
  const candidates = [`${first} ${last}`, `${firstGiven} ${last}`, `${firstLetter(first)}. ${last}`, initials];
  return candidates.map((each) => each.trim()).find(fits) ?? initials;
}

function fits(name: string): boolean {
  return new TextEncoder().encode(name).length <= maxNameBytes;
}

function firstLetter(text: string): string {
  const [letter] = new Intl.Segmenter().segment(text);
  return (letter?.segment ?? '').toUpperCase();
}
