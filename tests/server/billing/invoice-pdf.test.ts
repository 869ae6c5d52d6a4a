import { expect, test } from 'vitest';
import { drawInvoice } from '#server/billing/invoices/draw.ts';
import { countPieces, drawingsOf } from '../support/pdf-drawing.ts';
import { textOf } from '../support/pdf-text.ts';

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
      address: ['1 Quay', '10115 Berlin'],
      country: 'DE',
      phone: '+351 210 000 000',
      registration: 'Lisbon Commercial Register, no. 500 000 000',
      taxNumber: 'PT 500 000 000',
      isSample: true,
    },
    buyer: { name, email: 'buyer@example.com', country: 'PL', postalCode: null, company: null, vatNumber: null },
    name: 'Classic 50K',
    lines: [{ item: 'package', amountCents: 14_900 }],
    totalCents: 14_900,
    currency: 'USD',
    taxName: 'vat' as const,
    taxBps: 2_300,
    taxCents: 2_786,
    nextCharge: { amountCents: 14_900, billingInterval: 'monthly' as const, at: Date.UTC(2026, 3, 11) },
    credits: null,
  };
}

test.each([
  [
    'en',
    'Total $149.00 Date March 11, 2026 Order 2345-678F Seller Tidemark 1 Quay 10115 Berlin Germany',
    'receipt I2026-000001 1 / 1',
  ],
  [
    'fr',
    'Total 149,00 $ US Date 11 mars 2026 Commande 2345-678F Vendeur Tidemark 1 Quay 10115 Berlin Allemagne',
    'reçu I2026-000001 1 / 1',
  ],
  [
    'pt',
    'Total US$ 149,00 Data 11 de março de 2026 Encomenda 2345-678F Vendedor Tidemark 1 Quay 10115 Berlin Alemanha',
    'recibo I2026-000001 1 / 1',
  ],
] as const)('an invoice in %s leads with its total, in the firm’s own typeface', async (locale, start, end) => {
  const pdf = await drawInvoice(documentOf('Ana Lima'), 'Tidemark', locale);
  expect(textOf(pdf)).toContain(start);
  expect(textOf(pdf)).toContain(`Tidemark · `);
  expect(textOf(pdf).endsWith(end)).toBe(true);
  const fonts = [...pdf.toString('latin1').matchAll(/\/BaseFont \/(\S+)/g)].map(([, name]) => name);
  expect(fonts.length).toBeGreaterThan(0);
  expect(fonts.filter((name) => !name?.endsWith('+InstrumentSans-Regular'))).toEqual([]);
});

/** Names, and the pieces of ink they have on paper. Joined letters are one piece; a dot, an accent or a stroke is another. */
const names = [
  ['Polish', 'Łukasz Żółć', 13],
  ['Czech', 'Jiří Dvořák', 15],
  ['Greek', 'Γιώργος', 8],
  ['Cyrillic', 'Ольга', 5],
  ['Turkish', 'Işıl Doğan', 10],
  ['Vietnamese', 'Nguyễn Thị', 13],
  ['Arabic', 'محمد', 1],
  ['Arabic', 'محمد الأحمد', 5],
  ['Persian', 'پرویز', 9],
  ['Hebrew', 'שלום', 4],
  ['Devanagari', 'राम', 1],
  ['Thai', 'สมชาย', 5],
  ['Chinese', '王 小明', 6],
  ['Chinese and Latin', '李 Ming', 7],
  ['Japanese', '株式会社 Tide', 15],
  ['Korean', '김', 3],
  ['a rare character', '𠮷', 2],
  ['Bengali', 'কৃষ্ণ', 1],
  ['Armenian', 'Անի', 3],
  ['Georgian', 'ნინო', 4],
] as const;

test.each(names)('an invoice writes a name in %s as %s, whole', async (_, name, pieces) => {
  const pdf = await drawInvoice(documentOf(name), 'Tidemark', 'en');
  expect(textOf(pdf)).toContain(`Bill to ${name} buyer@example.com Poland`);
  const { buyer } = documentOf(name);
  const alone = await drawInvoice({ ...documentOf('Ana'), buyer: { ...buyer, vatNumber: name } }, 'Tidemark', 'en');
  const line = drawingsOf(alone).at(-1);
  expect(line?.text).toBe(name);
  expect(
    line?.glyphs
      .map(({ text }) => text)
      .sort()
      .join(''),
  ).toBe(
    [...new Intl.Segmenter().segment(name)]
      .map(({ segment }) => segment)
      .sort()
      .join(''),
  );
  expect(line && (await countPieces(line))).toBe(pieces);
});

test('an Arabic name runs from right to left within an English address', async () => {
  const pdf = await drawInvoice(documentOf('قلم (Ali)'), 'Tidemark', 'en');
  const drawn = drawingsOf(pdf)[0]?.glyphs.toSorted((one, other) => one.x - other.x);
  // Its brackets are drawn mirrored, so that they still enclose.
  expect(drawn?.map(({ text }) => text).join('')).toBe(')Ali( ملق');
});

test('a long name breaks into lines between words, or between Han characters', async () => {
  const lines = async (name: string) =>
    drawingsOf(await drawInvoice(documentOf(name), 'Tidemark', 'en')).map(({ text }) => text);
  const thai = 'ศิริวรรณวิไลลักษณ์ สุวรรณภูมิวัฒนากุลชัย ณ อยุธยา ศิริวรรณวิไลลักษณ์ สุวรรณภูมิวัฒนากุลชัย';
  expect((await lines(thai)).length).toBeGreaterThan(1);
  expect((await lines(thai)).join(' ').replace(/\s+/g, '')).toBe(thai.replace(/\s+/g, ''));
  expect((await lines('王'.repeat(80))).map((line) => line.length)).toEqual([23, 23, 23, 11]);
});

test('a character that no font has is written as its code, and copied as itself', async () => {
  const [line] = drawingsOf(await drawInvoice(documentOf('Ana 😀 \u{13000}'), 'Tidemark', 'en'));
  expect(line?.glyphs.map(({ text }) => text).join('')).toContain('Ana [U+1F600] [U+13000]');
  expect(line?.text).toContain('Ana 😀 \u{13000}');
});

test('a receipt for a Latin name needs no further font and is byte-identical each time', async () => {
  const pdf = await drawInvoice(documentOf('José Müller'), 'Tidemark', 'fr');
  expect(pdf.toString('latin1')).not.toContain('Type3');
  expect(pdf.equals(await drawInvoice(documentOf('José Müller'), 'Tidemark', 'fr'))).toBe(true);
});

/** Processor time of this thread, whatever else the machine does. */
async function millisecondsOf(name: string): Promise<number> {
  const before = process.threadCpuUsage();
  await drawInvoice(documentOf(name), 'Tidemark', 'en');
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Valid within a field’s length, and once typeset again for each of its parts. */
const costly = [
  ['marks on one letter', (length: number) => `a${'\u0301\u0323'.repeat(length / 2)}`],
  ['letters with a mark each', (length: number) => 'q\u0308'.repeat(length / 2)],
  ['Han', (length: number) => '王小明株'.repeat(length / 4)],
  ['Arabic words', (length: number) => 'محمد '.repeat(length / 5)],
  ['one Arabic word', (length: number) => 'محمد'.repeat(length / 4)],
  ['emoji joined with each other', (length: number) => '👩\u200d'.repeat(length / 3)],
  ['punctuation', (length: number) => '،'.repeat(length)],
  ['directions', (length: number) => 'א(a'.repeat(length / 3)],
] as const;

test.each(costly)('a text of %s takes time linear in its length', async (_, textOf) => {
  const length = 1_200;
  await millisecondsOf(textOf(length));
  const [short, long] = [await millisecondsOf(textOf(length)), await millisecondsOf(textOf(8 * length))];
  expect(long / (short + 5)).toBeLessThan(16);
});

test('a letter keeps its marks in any language, and loses those that no language has', async () => {
  const shown = async (name: string) =>
    drawingsOf(await drawInvoice(documentOf(name), 'Tidemark', 'en')).map(({ text }) => text);
  const hebrew = 'בְּרֵאשִׁ֖ית';
  expect(await shown(hebrew)).toContain(hebrew.normalize('NFC'));
  expect((await shown(`x${'\u0323'.repeat(79)}`)).join('')).toContain(`x${'\u0323'.repeat(10)}`);
  expect((await shown(`x${'\u0323'.repeat(79)}`)).join('')).not.toContain('\u0323'.repeat(11));
});
