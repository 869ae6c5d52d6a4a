import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { parseCsv } from '#lib/csv.ts';
import type { DestinationDetails } from '#shared/payouts/payees/destination.ts';
import { toBankText } from '#shared/payouts/payment-files/bank-text.ts';
import { writeCreditTransfers } from '#shared/payouts/payment-files/credit-transfer.ts';
import type { OutgoingPayment, PayingAccount } from '#shared/payouts/payment-files/payment.ts';
import { writeWiseCsv } from '#shared/payouts/payment-files/wise-csv.ts';

const address = { street: 'Rua da Prata 80', city: 'Lisboa', postCode: '1100-420', state: '', country: 'PT' };
const iban: DestinationDetails = { kind: 'iban', iban: 'PT50000201231234567890154', bic: null, address };
const usAccount: DestinationDetails = {
  kind: 'us-account',
  routingNumber: '021000021',
  accountNumber: '000123456789',
  accountType: 'savings',
  address: { street: '1 Main St', city: 'New York', postCode: '10001', state: 'NY', country: 'US' },
};
const account: PayingAccount = {
  ...{ name: 'Tidemark Funding', town: 'Lisbon', country: 'PT', bic: 'TIDEPTPL', missingBic: 'not-provided' },
  iban: 'PT50002700000001234567833',
};

function pay(reference: string, details: DestinationDetails, amountCents = 123_405, payeeName = 'Inês d’Ávila') {
  return { reference, details, amountCents, payeeName } satisfies OutgoingPayment;
}

const validator = XsdValidator.fromDoc(
  XmlDocument.fromString(readFileSync(new URL('../schemas/pain.001.001.09.xsd', import.meta.url), 'utf8')),
);

function write(payments: readonly OutgoingPayment[], overrides: Partial<PayingAccount> = {}): string {
  return writeCreditTransfers({
    ...{ messageId: 'B2026-000001', createdAt: Date.UTC(2026, 2, 18, 15), executeOn: '2026-03-18', currency: 'USD' },
    ...{ account: { ...account, ...overrides }, remittance: 'Tidemark payout', payments },
  });
}

/** @throws if the schema finds a fault */
function validate(xml: string): XmlDocument {
  const document = XmlDocument.fromString(xml);
  validator.validate(document);
  return document;
}

describe('pain.001', () => {
  test('lists each payment with its account, and the total of all payments', () => {
    const xml = write([pay('P2026-000001', iban), pay('P2026-000002', usAccount, 50_000)]);
    validate(xml);
    expect(xml).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>1734.05</CtrlSum>');
    expect(xml).toContain('<CreDtTm>2026-03-18T15:00:00Z</CreDtTm>');
    expect(xml).toContain('<InstdAmt Ccy="USD">1234.05</InstdAmt>');
    expect(xml).toContain("<Nm>Ines d'Avila</Nm>");
    expect(xml).toContain('<Othr><Id>NOTPROVIDED</Id></Othr>');
    expect(xml).toContain('<ClrSysId><Cd>USABA</Cd></ClrSysId><MmbId>021000021</MmbId>');
    expect(xml).toContain('<Othr><Id>000123456789</Id></Othr></Id><Tp><Cd>SVGS</Cd></Tp>');
    expect(xml).not.toContain('SEPA');
  });

  test('omits the agent without a BIC if the bank wants it so', () => {
    const xml = write([pay('P2026-000001', iban)], { missingBic: 'omit' });
    validate(xml);
    expect(xml).not.toContain('CdtrAgt');
  });

  test('is refused by the schema with an element out of place', () => {
    const xml = write([pay('P2026-000001', iban)]);
    const swapped = xml.replace(/(<PmtMtd>TRF<\/PmtMtd>)(<BtchBookg>false<\/BtchBookg>)/, '$2$1');
    expect(swapped).not.toBe(xml);
    expect(() => validate(swapped)).toThrow();
  });

  test('stays valid whatever names and addresses contain', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 });
    const payment = fc.record({ payeeName: fc.string({ minLength: 1, unit: 'grapheme' }), street: text, city: text });
    fc.assert(
      fc.property(fc.array(payment, { minLength: 1, maxLength: 5 }), (payments) => {
        const written = payments.map(({ payeeName, street, city }, index) =>
          pay(`P2026-00000${index}`, { ...iban, address: { ...address, street, city } }, 1 + index, `A${payeeName}`),
        );
        validate(write(written));
      }),
      { numRuns: 300 },
    );
  });
});

describe('text for banks', () => {
  test.each([
    ['Łukasz Müller-Groß', 'Lukasz Muller-Gross'],
    ['  //Ana & Co. <x>//', 'Ana Co. x'],
    ['Søren Þór', 'Soren Thor'],
    ['Владимир', ''],
  ])('%s is written as %s', (text, expected) => {
    expect(toBankText(text, 70)).toBe(expected);
  });
});

describe('Wise’s file', () => {
  test('pays a bank account, an email address and a tag, with each fee taken from its own amount', () => {
    const written = writeWiseCsv(
      [
        pay('P1', iban),
        pay('P2', { kind: 'wise', recipient: 'ana@example.com' }),
        pay('P3', { kind: 'wise', recipient: '@anasilva' }),
      ],
      'USD',
    );
    const [heads = [], ...rows] = 'csv' in written ? parseCsv(written.csv) : [];
    const cells = rows.map((row) => Object.fromEntries(heads.map((head, index) => [head, row[index]])));
    expect(cells).toMatchObject([
      { IBAN: 'PT50000201231234567890154', recipientEmail: '', targetCurrency: 'EUR', amount: '1234.05' },
      { IBAN: '', recipientEmail: 'ana@example.com', targetCurrency: 'USD', amountCurrency: 'source' },
      { wisetag: 'anasilva', recipientEmail: '', receiverType: 'PERSON', sourceCurrency: 'USD' },
    ]);
  });

  test('has no cell that starts like a formula', () => {
    const payments = ['=1+1', '+x', '-x', '@x', '\tx'].map((name, index) => pay(`P${index}`, iban, 100, name));
    const written = writeWiseCsv(payments, 'USD');
    const cells = 'csv' in written ? parseCsv(written.csv).flat() : ['='];
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  });

  test.each([
    ['an unknown column', 'name,shoe size', { kind: 'unknown-column', column: 'shoe size' }],
    [
      'a missing column that these payments need',
      'name,receiverType',
      { kind: 'missing-column', column: 'amountCurrency' },
    ],
  ])('rejects a template with %s', (_, template, problem) => {
    expect(writeWiseCsv([pay('P1', iban)], 'USD', template)).toEqual({ problem });
  });

  test('is not written for an account in a country whose currency we don’t know', () => {
    const elsewhere = { ...iban, iban: 'SA0380000000608010167519' } as const;
    expect(writeWiseCsv([pay('P1', elsewhere)], 'USD')).toEqual({ problem: { kind: 'currency', reference: 'P1' } });
  });
});
