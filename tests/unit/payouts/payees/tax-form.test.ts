import { describe, expect, test } from 'vitest';
import { readTaxForm } from '#shared/payouts/payees/read-tax-form.ts';
import {
  isDateOfBirth,
  maskTin,
  readForeignTin,
  readUsTin,
  requiredTaxForm,
  taxFormExpiry,
} from '#shared/payouts/payees/tax-form.ts';

const now = new Date('2026-03-11T15:00:00Z');
const address = { street: 'Rua da Prata 80', city: 'Lisboa', post_code: '1100-420', country: 'PT' };
const w8 = { ...address, name: 'Ada Ferreira', citizenship: 'PT', date_of_birth: '1990-05-31', tin: '501 964 843' };

describe('tax forms', () => {
  test('residents and citizens of the United States sign a W-9, and others a W-8BEN', () => {
    expect(requiredTaxForm('US', false)).toBe('w-9');
    expect(requiredTaxForm('PT', true)).toBe('w-9');
    expect(requiredTaxForm('PT', false)).toBe('w-8ben');
  });

  test('a W-8BEN expires at the end of the third year after its signature, and a W-9 never', () => {
    expect(taxFormExpiry('w-8ben', new Date('2026-01-01T00:00:00Z'))).toEqual(new Date('2030-01-01T00:00:00Z'));
    expect(taxFormExpiry('w-8ben', new Date('2026-12-31T23:59:59Z'))).toEqual(new Date('2030-01-01T00:00:00Z'));
    expect(taxFormExpiry('w-9', now)).toBeNull();
  });

  test.each([
    ['ssn', '123-45-6789', true],
    ['ssn', '900-70-1234', true],
    ['ssn', '900-93-1234', false],
    ['ssn', '000-45-6789', false],
    ['ssn', '666-45-6789', false],
    ['ssn', '123-00-6789', false],
    ['ssn', '123-45-0000', false],
    ['ssn', '111-11-1111', false],
    ['ssn', '123-45-678', false],
    ['ein', '12-3456789', true],
    ['ein', '07-3456789', false],
  ] as const)('%s %s is valid: %s', (type, typed, valid) => {
    expect('tin' in readUsTin(type, typed)).toBe(valid);
  });

  test('a foreign number is kept as typed, and nonsense is refused', () => {
    expect(readForeignTin(' 12/345 67890 ')).toEqual({ tin: '12/345 67890' });
    for (const wrong of ['0000', 'abc', '<script>', '1'.repeat(31)]) {
      expect(readForeignTin(wrong)).toEqual({ problem: 'tin_foreign' });
    }
    expect([maskTin('501 964 843'), maskTin('1234'), maskTin(null)]).toEqual(['•••• 4843', '•••• 34', null]);
  });

  test('a date of birth must exist and be at least 18 years ago', () => {
    expect(isDateOfBirth('2008-03-11', now)).toBe(true);
    for (const wrong of ['2008-03-12', '1990-02-30', '1900-01-01', '31/05/1990', '']) {
      expect(isDateOfBirth(wrong, now)).toBe(false);
    }
  });

  test('a W-8BEN reads its own fields', () => {
    expect(readTaxForm(w8, 'PT', now)).toEqual({
      details: {
        kind: 'w-8ben',
        name: 'Ada Ferreira',
        address: { street: 'Rua da Prata 80', city: 'Lisboa', postCode: '1100-420', state: '', country: 'PT' },
        citizenship: 'PT',
        dateOfBirth: '1990-05-31',
        tin: '501 964 843',
      },
    });
    expect(readTaxForm({ ...w8, tin: '', no_tin: 1 }, 'PT', now)).toMatchObject({ details: { tin: null } });
  });

  test('a US citizen or address doesn’t fit a W-8BEN', () => {
    expect(readTaxForm({ ...w8, citizenship: 'US' }, 'PT', now)).toEqual({ problems: { citizenship: 'citizen_us' } });
    expect(readTaxForm({ ...w8, country: 'US', state: 'ny' }, 'PT', now)).toEqual({
      problems: { country: 'residence_us' },
    });
    const form = { ...w8, us_person: 1, tin: '123456789', tin_type: 'ssn' } as const;
    expect(readTaxForm(form, 'PT', now)).toMatchObject({ details: { kind: 'w-9', tin: '123456789' } });
  });
});
