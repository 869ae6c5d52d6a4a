import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identifyDestination, maskDestination } from '#shared/payouts/payees/destination.ts';
import { readBic, readIban } from '#shared/payouts/payees/iban.ts';
import { readDestination } from '#shared/payouts/payees/read-destination.ts';
import { readAccountNumber, readRoutingNumber } from '#shared/payouts/payees/us-account.ts';
import { readUsdcAddress, toChecksumAddress } from '#shared/payouts/payees/usdc-address.ts';

const address = { street: 'Rua da Prata 80', city: 'Lisboa', post_code: '1100-420', country: 'PT' };

describe('IBAN', () => {
  test.each([
    ['PT50 0002 0123 1234 5678 9015 4', 'PT50000201231234567890154'],
    ['\tPT50000201231234567890154\n', 'PT50000201231234567890154'],
    [' gb29-nwbk-6016-1331-9268-19 ', 'GB29NWBK60161331926819'],
    ['FR14 2004 1010 0505 0001 3M02 606', 'FR1420041010050500013M02606'],
    ['ＰＴ５０ ０００２ ０１２３ １２３４ ５６７８ ９０１５ ４', 'PT50000201231234567890154'],
  ])('%s is read as %s', (typed, iban) => {
    expect(readIban(typed)).toEqual({ iban });
  });

  test.each([
    ['', 'required'],
    ['ZZ50 0002 0123 1234 5678 9015 4', 'iban_country'],
    ['PT50 0002 0123 1234 5678 9015', 'iban_length'],
    ['NL91 1234 0417 1643 00', 'iban_format'],
    ['DE88 3704 0044 0532 0130 00', 'iban_checksum'],
    ['CH44 3199 9123 0008 8901 2', 'iban_qr'],
    // The last digits are the bank's own check, wrong alone or together with the IBAN checksum.
    ['PT23 0002 0123 1234 5678 9015 5', 'iban_account_checksum'],
    ['PT50 0002 0123 1234 5678 9015 5', 'iban_checksum'],
  ])('%s is refused with %s', (typed, problem) => {
    expect(readIban(typed)).toEqual({ problem });
  });

  test('a single wrong digit or two swapped digits never pass', () => {
    const good = 'DE89370400440532013000';
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 21 }), fc.integer({ min: 1, max: 9 }), (at, plus) => {
        const digit = (Number(good[at]) + plus) % 10;
        expect(readIban(good.slice(0, at) + digit + good.slice(at + 1))).toHaveProperty('problem');
      }),
    );
    for (let at = 4; at < good.length - 1; at += 1) {
      if (good[at] === good[at + 1]) continue;
      const swapped = `${good.slice(0, at)}${good[at + 1]}${good[at]}${good.slice(at + 2)}`;
      expect(readIban(swapped)).toHaveProperty('problem');
    }
  });

  test.each([
    ['cgdi ptpl', { bic: 'CGDIPTPL' }],
    ['CGDIPTPLXXX', { bic: 'CGDIPTPLXXX' }],
    ['CGDI', { problem: 'bic_format' }],
    ['DEUTDEFF', { problem: 'bic_other_country' }],
    ['CGDIXXPL', { problem: 'bic_country' }],
    ['CGDIXXPLXXX', { problem: 'bic_country' }],
    ['1CGDIXXPL', { problem: 'bic_format' }],
    ['CGDIXXPLX', { problem: 'bic_format' }],
    ['CGDIPTP0', { problem: 'bic_test' }],
  ])('BIC %s with a Portuguese IBAN gives the expected result', (typed, expected) => {
    expect(readBic(typed, 'PT50000201231234567890154')).toEqual(expected);
  });

  test('a French overseas bank is accepted with a French IBAN', () => {
    expect(readBic('CRLYREPP', 'FR1420041010050500013M02606')).toEqual({ bic: 'CRLYREPP' });
  });
});

describe('US accounts', () => {
  // The first and last number of each district have valid checksums too.
  const limits = ['010000003', '120000003', '210000007', '320000007', '610000005', '720000005'];
  test.each(['021000021', '122105155', '0110 0001-5', ...limits])('routing number %s is accepted', (typed) => {
    expect(readRoutingNumber(typed)).toEqual({ routingNumber: typed.replace(/[ -]/g, '') });
  });

  test('a routing number in Arabic digits is read as the same number', () => {
    expect(readRoutingNumber('٠٢١٠٠٠٠٢١')).toEqual({ routingNumber: '021000021' });
  });

  test.each([
    ['', 'required'],
    ['02100002', 'routing_length'],
    ['021000022', 'routing_checksum'],
    ['121000021', 'routing_checksum'],
    ['991000021', 'routing_district'],
    ['000000000', 'routing_district'],
    ['x021000021', 'routing_length'],
    ['021000021x', 'routing_length'],
    ['130000006', 'routing_district'],
    ['200000004', 'routing_district'],
    ['330000000', 'routing_district'],
    ['600000002', 'routing_district'],
    ['730000008', 'routing_district'],
  ])('routing number %s is refused with %s', (typed, problem) => {
    expect(readRoutingNumber(typed)).toEqual({ problem });
  });

  test('account numbers have 4 to 17 digits', () => {
    expect(readAccountNumber('5000')).toEqual({ accountNumber: '5000' });
    expect(readAccountNumber('0001 2345-67')).toEqual({ accountNumber: '0001234567' });
    for (const wrong of ['123', '123456789012345678', '12a4', '0000']) {
      expect(readAccountNumber(wrong)).toEqual({ problem: 'account_number' });
    }
  });
});

describe('USDC addresses', () => {
  /** Examples from EIP-55. */
  const examples = [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ];

  test.each(examples)('%s has a valid checksum', (example) => {
    expect(readUsdcAddress(` ${example} `)).toEqual({ address: example, retype: false });
    expect(toChecksumAddress(example.toLowerCase())).toBe(example);
  });

  test('one letter in the wrong case is rejected', () => {
    for (const example of examples) {
      for (let at = 2; at < example.length; at += 1) {
        const letter = example[at] ?? '';
        if (!/[a-f]/i.test(letter)) continue;
        const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
        expect(readUsdcAddress(example.slice(0, at) + other + example.slice(at + 1))).toEqual({
          problem: 'usdc_checksum',
        });
      }
    }
  });

  test('an address in a single case must be retyped', () => {
    const [example = ''] = examples;
    for (const typed of [example.toLowerCase(), `0x${example.slice(2).toUpperCase()}`]) {
      expect(readUsdcAddress(typed)).toEqual({ address: example, retype: true });
    }
    const form = { kind: 'usdc', network: 'base', usdc_address: example.toLowerCase() } as const;
    expect(readDestination(form)).toEqual({ problems: { last_six: 'usdc_retype' } });
    expect(readDestination({ ...form, last_six: '1BeAee' })).toEqual({ problems: { last_six: 'usdc_retype_differs' } });
    expect(readDestination({ ...form, last_six: '1beaed' })).toEqual({
      details: { kind: 'usdc', network: 'base', address: example },
    });
  });

  test.each([
    ['', 'required'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'usdc_format'],
    ['5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'usdc_format'],
    ['0x0000000000000000000000000000000000000000', 'usdc_nobody'],
    ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'usdc_contract'],
    ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'usdc_contract'],
  ])('%s is refused with %s', (typed, problem) => {
    expect(readUsdcAddress(typed)).toEqual({ problem });
  });
});

describe('a destination form', () => {
  test('all wrong fields are reported at once', () => {
    expect(readDestination({ kind: 'us-account', routing_number: '021000022', country: 'US' })).toEqual({
      problems: {
        routing_number: 'routing_checksum',
        account_number: 'required',
        account_type: 'required',
        street: 'required',
        city: 'required',
        post_code: 'required',
        state: 'us_state',
      },
    });
  });

  test('Wise accepts an email address or a tag', () => {
    const read = (wise_recipient: string) => readDestination({ kind: 'wise', wise_recipient });
    expect(read(' Tessa@Example.com ')).toEqual({ details: { kind: 'wise', recipient: 'tessa@example.com' } });
    expect(read('@TessaM42')).toEqual({ details: { kind: 'wise', recipient: '@tessam42' } });
    for (const wrong of ['tessa', '@1', 'tessa@example', 'a b@example.com', '"<x>"@example.com']) {
      expect(read(wrong)).toEqual({ problems: { wise_recipient: 'wise_recipient' } });
    }
  });

  test('the same account is recognized in any spelling, and masked', () => {
    const read = (iban: string) => {
      const result = readDestination({ kind: 'iban', iban, ...address });
      if ('problems' in result) throw new Error(JSON.stringify(result.problems));
      return result.details;
    };
    const [spaced, plain] = [read('pt50 0002 0123 1234 5678 9015 4'), read('PT50000201231234567890154')];
    expect(identifyDestination(spaced)).toBe(identifyDestination(plain));
    expect(maskDestination(plain)).toBe('PT50 •••• 0154');
    expect(maskDestination({ kind: 'wise', recipient: 'tessa@example.com' })).toBe('t•••@example.com');
    expect(maskDestination({ kind: 'wise', recipient: '@tessam42' })).toBe('@t•••2');
    const usdc = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    expect(maskDestination({ kind: 'usdc', network: 'base', address: usdc })).toBe('0x5aAe…eAed');
    const us = { kind: 'us-account', routingNumber: '021000021', accountType: 'checking' } as const;
    const home = { street: 'x', city: 'x', postCode: 'x', state: 'NY', country: 'US' };
    expect(maskDestination({ ...us, accountNumber: '1234', address: home })).toBe('•••• 34');
  });
});
