import { describe, expect, test } from 'vitest';
import type { DestinationForm } from '#shared/payouts/payees/destination.ts';
import { identifyDestination, maskDestination } from '#shared/payouts/payees/destination.ts';
import { readDestination } from '#shared/payouts/payees/read-destination.ts';

const lisbon = { street: ' Rua da Prata 80 ', city: ' Lisboa ', post_code: ' 1100-420 ', country: ' PT ' };
const albany = { street: '1 Main St', city: 'Albany', post_code: '12207', country: 'US', state: ' ny ' };
const inLisbon = { street: 'Rua da Prata 80', city: 'Lisboa', postCode: '1100-420', state: '', country: 'PT' };
const inAlbany = { street: '1 Main St', city: 'Albany', postCode: '12207', state: 'NY', country: 'US' };
const noAddress = { street: 'required', city: 'required', post_code: 'required', country: 'required' };
const iban = 'PT50000201231234567890154';
const usdc = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const problemsOf = (form: DestinationForm) => {
  const read = readDestination(form);
  return 'problems' in read ? read.problems : null;
};

describe('a bank transfer by IBAN', () => {
  const form = { kind: 'iban', iban: 'pt50 0002 0123 1234 5678 9015 4', bic: ' cgdi ptpl ', ...lisbon } as const;

  test('keeps the account, bank and address without surrounding spaces', () => {
    expect(readDestination(form)).toEqual({ details: { kind: 'iban', iban, bic: 'CGDIPTPL', address: inLisbon } });
  });

  test.each([[undefined], [''], ['  ']])('needs no BIC, as in %j', (bic) => {
    expect(readDestination({ ...form, bic })).toEqual({
      details: { kind: 'iban', iban, bic: null, address: inLisbon },
    });
  });

  test('has a state only in the United States', () => {
    expect(readDestination({ ...form, ...albany })).toMatchObject({ details: { address: inAlbany } });
    expect(readDestination({ ...form, state: 'ny' })).toMatchObject({ details: { address: inLisbon } });
  });

  test.each([
    ['the IBAN', { iban: 'PT51000201231234567890154' }, { iban: 'iban_checksum' }],
    ['the BIC', { bic: 'DEUTDEFF' }, { bic: 'bic_other_country' }],
    ['only the IBAN if both it and the BIC are wrong', { iban: 'x', bic: 'DEUTDEFF' }, { iban: 'iban_country' }],
    ['the street', { street: ' ' }, { street: 'required' }],
    ['the city', { city: ' ' }, { city: 'required' }],
    ['the post code', { post_code: ' ' }, { post_code: 'required' }],
    ['a country of three letters', { country: 'PRT' }, { country: 'required' }],
    ['a missing state', { ...albany, state: undefined }, { state: 'us_state' }],
    ['a state of three letters', { ...albany, state: 'nyc' }, { state: 'us_state' }],
    ['a state of one letter', { ...albany, state: 'n' }, { state: 'us_state' }],
    ['a state in digits', { ...albany, state: '12' }, { state: 'us_state' }],
  ])('reports %s', (_, change, expected) => {
    expect(problemsOf({ ...form, ...change })).toEqual(expected);
  });

  test('reports every missing field', () => {
    expect(problemsOf({ kind: 'iban' })).toEqual({ iban: 'required', ...noAddress });
  });
});

describe('a transfer to a US account', () => {
  const form: DestinationForm = {
    kind: 'us-account',
    ...{ routing_number: '0210 0002-1', account_number: '0001 2345-67', account_type: 'savings' },
    ...albany,
  };

  test('keeps both numbers, the account type and the address', () => {
    expect(readDestination(form)).toEqual({
      details: {
        ...{ kind: 'us-account', routingNumber: '021000021', accountNumber: '0001234567', accountType: 'savings' },
        address: inAlbany,
      },
    });
  });

  test.each([
    ['the routing number', { routing_number: '021000022' }, { routing_number: 'routing_checksum' }],
    ['the account number', { account_number: '12' }, { account_number: 'account_number' }],
    ['an unknown account type', { account_type: 'credit' }, { account_type: 'required' }],
    ['the city', { city: '' }, { city: 'required' }],
  ])('reports %s', (_, change, expected) => {
    expect(problemsOf({ ...form, ...change })).toEqual(expected);
  });

  test('reports every missing field', () => {
    expect(problemsOf({ kind: 'us-account' })).toEqual({
      ...{ routing_number: 'required', account_number: 'required', account_type: 'required' },
      ...noAddress,
    });
  });
});

describe('Wise', () => {
  const read = (wise_recipient?: string) => readDestination({ kind: 'wise', wise_recipient });

  test('needs a recipient', () => {
    for (const typed of [undefined, '', ' ']) {
      expect(read(typed)).toEqual({ problems: { wise_recipient: 'required' } });
    }
  });

  test('accepts an email address of 254 characters but not of 255', () => {
    const recipient = `${'a'.repeat(64)}@${'b'.repeat(185)}.com`;
    expect(recipient).toHaveLength(254);
    expect(read(recipient)).toEqual({ details: { kind: 'wise', recipient } });
    const longer = recipient.replace('@', '@b');
    expect(read(longer)).toEqual({ problems: { wise_recipient: 'wise_recipient' } });
  });
});

describe('USDC', () => {
  test('an address with a checksum needs no retyping', () => {
    expect(readDestination({ kind: 'usdc', network: 'ethereum', usdc_address: usdc })).toEqual({
      details: { kind: 'usdc', network: 'ethereum', address: usdc },
    });
  });

  test('the six retyped characters may have spaces around them', () => {
    const form = { kind: 'usdc', network: 'base', usdc_address: usdc.toLowerCase(), last_six: ' 1BEAED ' } as const;
    expect(readDestination(form)).toEqual({ details: { kind: 'usdc', network: 'base', address: usdc } });
  });

  test.each([
    ['an empty form', {}, { network: 'required', usdc_address: 'required' }],
    ['another network', { network: 'tron', usdc_address: usdc }, { network: 'required' }],
    ['a wrong address', { network: 'base', usdc_address: `x${usdc}` }, { usdc_address: 'usdc_format' }],
    ['an address that is too long', { network: 'base', usdc_address: `${usdc}0` }, { usdc_address: 'usdc_format' }],
  ])('%s is reported', (_, typed, expected) => {
    expect(problemsOf({ kind: 'usdc', ...typed })).toEqual(expected);
  });

  test('an address that only starts with a zero is not the zero address', () => {
    const address = `0x01${'2'.repeat(38)}`;
    const form = { kind: 'usdc', network: 'base', usdc_address: address, last_six: '222222' } as const;
    expect(readDestination(form)).toEqual({ details: { kind: 'usdc', network: 'base', address } });
  });
});

describe('a destination', () => {
  const us = { kind: 'us-account', routingNumber: '021000021', accountType: 'checking', address: inAlbany } as const;

  test('has one identity, in upper or lower case', () => {
    expect(identifyDestination({ kind: 'iban', iban, bic: null, address: inLisbon })).toBe(`iban:${iban}`);
    expect(identifyDestination({ ...us, accountNumber: '1234' })).toBe('us-account:021000021:1234');
    expect(identifyDestination({ kind: 'wise', recipient: 'Tessa@Example.com' })).toBe('wise:tessa@example.com');
    expect(identifyDestination({ kind: 'usdc', network: 'base', address: usdc })).toBe(
      'usdc:base:0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    );
  });

  test('shows at most the last four digits of a US account, and two fewer than it has', () => {
    expect(maskDestination({ ...us, accountNumber: '987654321' })).toBe('•••• 4321');
    expect(maskDestination({ ...us, accountNumber: '12345' })).toBe('•••• 345');
  });
});
