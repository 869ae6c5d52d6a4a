import { describe, expect, test } from 'vitest';
import { parseCsv } from '#lib/csv.ts';
import type { DestinationDetails } from '#shared/payouts/payees/destination.ts';
import { writeCreditTransfers } from '#shared/payouts/payment-files/credit-transfer.ts';
import type { OutgoingPayment } from '#shared/payouts/payment-files/payment.ts';
import { writeWiseCsv } from '#shared/payouts/payment-files/wise-csv.ts';

const lisbon = { street: 'Rua da Prata 80', city: 'Lisboa', postCode: '1100-420', state: '', country: 'PT' };
const newYork = { street: '1 Main St', city: 'New York', postCode: '10001', state: 'NY', country: 'US' };
const iban: DestinationDetails = { kind: 'iban', iban: 'PT50000201231234567890154', bic: 'TIDEPTPL', address: lisbon };
const checking: DestinationDetails = {
  ...{ kind: 'us-account', routingNumber: '021000021', accountNumber: '000123456789' },
  ...{ accountType: 'checking', address: newYork },
};
const mail: DestinationDetails = { kind: 'wise', recipient: 'ana@example.com' };
const tag: DestinationDetails = { kind: 'wise', recipient: '@anasilva' };

const pay = (reference: string, details: DestinationDetails): OutgoingPayment => ({
  ...{ reference, details, amountCents: 123_405, payeeName: 'Ana Silva' },
});

const basic = 'name,receiverType,amountCurrency,amount,sourceCurrency,targetCurrency';

/** The cells of Wise's file, or its problem. */
function wise(payments: readonly OutgoingPayment[], template?: string) {
  const written = writeWiseCsv(payments, 'USD', template);
  return 'csv' in written ? parseCsv(written.csv) : written.problem;
}

describe('the columns of Wise’s file', () => {
  test('hold what each payment method needs and leave the others empty', () => {
    const head = `${basic},IBAN,BIC,abartn,accountNumber,accountType,recipientEmail,wisetag`;
    expect(wise([pay('P1', iban), pay('P2', checking), pay('P3', mail), pay('P4', tag)], head)).toEqual([
      head.split(','),
      [
        'Ana Silva',
        'PERSON',
        'source',
        '1234.05',
        'USD',
        'EUR',
        'PT50000201231234567890154',
        'TIDEPTPL',
        '',
        '',
        '',
        '',
        '',
      ],
      [
        'Ana Silva',
        'PERSON',
        'source',
        '1234.05',
        'USD',
        'USD',
        '',
        '',
        '021000021',
        '000123456789',
        'checking',
        '',
        '',
      ],
      ['Ana Silva', 'PERSON', 'source', '1234.05', 'USD', 'USD', '', '', '', '', '', 'ana@example.com', ''],
      ['Ana Silva', 'PERSON', 'source', '1234.05', 'USD', 'USD', '', '', '', '', '', '', 'anasilva'],
    ]);
  });

  test('split the address into its own columns and leave them empty for a payment through Wise', () => {
    const head = `${basic},abartn,accountNumber,accountType,recipientEmail,addressCountryCode,addressCity,addressFirstLine,addressState,addressPostCode`;
    const rows = wise([pay('P1', checking), pay('P2', mail)], head);
    expect(Array.isArray(rows) && rows.slice(1).map((row) => row.slice(-5))).toEqual([
      ['US', 'New York', '1 Main St', 'NY', '10001'],
      ['', '', '', '', ''],
    ]);
  });

  test('are found in a template in any spelling, and the template keeps its own headings', () => {
    const head = ' Name ,receiver type,amount_currency,Amount,source-currency,TARGETCURRENCY,iban,bic';
    const rows = wise([pay('P1', { ...iban, bic: null })], `\ufeff${head}\n`);
    expect(Array.isArray(rows) && rows[0]).toEqual(head.split(',').map((each) => each.trim()));
    expect(Array.isArray(rows) && rows[1]?.at(-1)).toBe('');
  });

  test('default to Wise’s own columns for these payments without a template', () => {
    const heads = (...details: readonly DestinationDetails[]) => {
      const rows = wise(details.map((each, index) => pay(`P${index}`, each)));
      return Array.isArray(rows) ? rows[0]?.filter((head) => !head.startsWith('address')) : rows;
    };
    const always = ['name', 'recipientEmail', 'paymentReference', 'referenceNumber', 'receiverType'];
    const amounts = ['amountCurrency', 'amount', 'sourceCurrency', 'targetCurrency'];
    expect(heads(iban)).toEqual([...always, ...amounts, 'IBAN']);
    expect(heads(checking)).toEqual([...always, ...amounts, 'abartn', 'accountNumber', 'accountType']);
    expect(heads(mail, tag)).toEqual([
      ...['name', 'recipientEmail', 'wisetag', 'paymentReference', 'referenceNumber', 'receiverType'],
      ...amounts,
    ]);
    expect(heads(mail)).toEqual([...always, ...amounts]);
  });

  test.each([
    ['a tag without its own column', [tag], `${basic},recipientEmail`],
    ['an email address without its own column', [mail], `${basic},wisetag`],
    ['a column that covers only one of the payments', [mail, tag], `${basic},recipientEmail`],
  ])('are reported as missing for %s', (_, details, head) => {
    const payments = details.map((each, index) => pay(`P${index}`, each));
    expect(wise(payments, head)).toEqual({ kind: 'missing-column', column: 'recipientEmail' });
  });

  test('are reported as missing if only some of the payments need them', () => {
    expect(wise([pay('P1', mail), pay('P2', iban)], `${basic},recipientEmail`)).toEqual({
      ...{ kind: 'missing-column', column: 'IBAN' },
    });
    expect(wise([pay('P1', iban)], '')).toEqual({ kind: 'missing-column', column: 'name' });
  });
});

describe('a credit transfer', () => {
  const write = (details: DestinationDetails) =>
    writeCreditTransfers({
      ...{ messageId: 'B1', createdAt: Date.UTC(2026, 2, 18, 15), executeOn: '2026-03-18', currency: 'USD' },
      account: {
        ...{ name: 'Tidemark Funding', town: 'Lisbon', country: 'PT', bic: 'TIDEPTPL', missingBic: 'not-provided' },
        iban: 'PT50002700000001234567833',
      },
      ...{ remittance: 'Tidemark payout', payments: [pay('P1', details)] },
    });

  test('names the payee’s bank by its BIC and the payee’s address in separate parts', () => {
    const xml = write(iban);
    expect(xml).toContain('<CdtrAgt><FinInstnId><BICFI>TIDEPTPL</BICFI></FinInstnId></CdtrAgt>');
    expect(xml).toContain(
      '<Nm>Ana Silva</Nm><PstlAdr><StrtNm>Rua da Prata 80</StrtNm><PstCd>1100-420</PstCd><TwnNm>Lisboa</TwnNm><Ctry>PT</Ctry></PstlAdr>',
    );
    expect(xml).toContain('<Nm>Tidemark Funding</Nm><PstlAdr><TwnNm>Lisbon</TwnNm><Ctry>PT</Ctry></PstlAdr>');
  });

  test('states a checking account, and the state of an address that has one', () => {
    const xml = write(checking);
    expect(xml).toContain('<Tp><Cd>CACC</Cd></Tp>');
    expect(xml).toContain('<TwnNm>New York</TwnNm><CtrySubDvsn>NY</CtrySubDvsn><Ctry>US</Ctry>');
  });

  test('only goes to bank accounts', () => {
    expect(() => write(mail)).toThrow('The payment P1 goes to no bank account');
  });
});
