import { expect, test } from 'vitest';
import { renderDocument } from '#server/billing/invoices/pdf.ts';
import { streamsOf, textOf } from '../support/pdf-text.ts';

function documentOf(name: string) {
  return {
    number: 'I2026-000001',
    kind: 'invoice' as const,
    issuedAt: Date.UTC(2026, 2, 11),
    orderId: 'order',
    orderNumber: '2345-678F',
    firm: {
      name: 'Tidemark',
      email: 'help@example.com',
      address: ['1 Quay', 'Lisbon'],
      phone: '+351 210 000 000',
      registration: 'Lisbon Commercial Register, no. 500 000 000',
      taxNumber: 'PT 500 000 000',
      isSample: true,
    },
    buyer: { name, email: 'buyer@example.com', country: 'PL', company: null, vatNumber: null },
    name: 'Classic 50K',
    lines: [{ item: 'package', amountCents: 14_900 }],
    totalCents: 14_900,
    currency: 'USD',
    taxBps: 2_300,
    taxCents: 2_786,
    nextCharge: { amountCents: 14_900, at: Date.UTC(2026, 3, 11) },
    credits: null,
  };
}

/** The characters that the embedded font maps to, as a PDF reader would copy them. */
function charactersOf(pdf: Buffer): string {
  const codes = [...streamsOf(pdf).matchAll(/begin(?:bfrange|bfchar)([\s\S]*?)end/g)].flatMap(([, body = '']) =>
    [...body.matchAll(/<([0-9a-f]{4})>/gi)].map(([, code = '']) => Number.parseInt(code, 16)),
  );
  return String.fromCharCode(...codes);
}

test.each([
  ['Polish', 'Łukasz Żółć'],
  ['Czech', 'Jiří Dvořák'],
  ['Greek', 'Γιώργος Παπαδόπουλος'],
  ['Cyrillic', 'Љубица Жељковић'],
  ['Turkish', 'Işıl Doğan'],
])('a receipt can show a %s name', async (_, name) => {
  const pdf = await renderDocument(documentOf(name), 'Tidemark', 'en');
  expect(pdf.toString('latin1')).toContain('NotoSans');
  const written = charactersOf(pdf);
  for (const character of name.replaceAll(' ', '')) expect(written).toContain(character);
});

test('a receipt for a Latin name embeds no extra font and is byte-identical each time', async () => {
  const pdf = await renderDocument(documentOf('José Müller'), 'Tidemark', 'fr');
  expect(pdf.toString('latin1')).not.toContain('NotoSans');
  expect(pdf.equals(await renderDocument(documentOf('José Müller'), 'Tidemark', 'fr'))).toBe(true);
});

test('a name in an unsupported script is replaced by the buyer’s email address', async () => {
  const pdf = await renderDocument(documentOf('李明'), 'Tidemark', 'en');
  expect(textOf(pdf)).toContain('Bill to buyer@example.com, Poland');
  expect(pdf.toString('latin1')).not.toContain('NotoSans');
});
