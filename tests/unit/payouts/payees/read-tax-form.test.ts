import { describe, expect, test } from 'vitest';
import { readTaxForm, type TaxForm } from '#shared/payouts/payees/read-tax-form.ts';
import { isDateOfBirth, readForeignTin, readUsTin } from '#shared/payouts/payees/tax-form.ts';

const now = new Date('2026-03-11T15:00:00Z');
const allMissing = {
  ...{ name: 'required', street: 'required', city: 'required', post_code: 'required', country: 'required' },
  tin: 'required',
};

const problemsOf = (form: TaxForm) => {
  const read = readTaxForm(form, 'PT', now);
  return 'problems' in read ? read.problems : null;
};

describe('a W-9', () => {
  const form: TaxForm = {
    ...{ us_person: 1, name: ' Ada Ferreira ', street: ' 1 Main St ', city: ' Albany ', post_code: ' 12207 ' },
    ...{ state: ' ny ', country: ' US ', tin_type: 'ein', tin: '66-6123456' },
  };

  test('keeps the name, address and number without surrounding spaces', () => {
    // As a social security number, 666-12-3456 would be refused.
    expect(readTaxForm(form, 'PT', now)).toEqual({
      details: {
        ...{ kind: 'w-9', name: 'Ada Ferreira', tinType: 'ein', tin: '666123456' },
        address: { street: '1 Main St', city: 'Albany', postCode: '12207', state: 'NY', country: 'US' },
      },
    });
  });

  test('has no state for someone abroad', () => {
    expect(readTaxForm({ ...form, country: 'PT' }, 'PT', now)).toMatchObject({
      details: { kind: 'w-9', address: { state: '', country: 'PT' } },
    });
  });

  test.each([
    ['the name', { name: ' ' }, { name: 'required' }],
    ['the number', { tin: '07-3456789' }, { tin: 'tin_us' }],
    // 073-45-6789 would be a social security number, so only the type is missing.
    ['the type of number', { tin_type: undefined, tin: '07-3456789' }, { tin_type: 'required' }],
    ['a missing state', { state: undefined }, { state: 'us_state' }],
    ['a state of three letters', { state: 'nyc' }, { state: 'us_state' }],
    ['a country of three letters', { country: 'USA' }, { country: 'required' }],
    ['the name and the number', { name: '', tin: '1' }, { name: 'required', tin: 'tin_us' }],
  ])('reports %s', (_, change, expected) => {
    expect(problemsOf({ ...form, ...change })).toEqual(expected);
  });

  test('reports every missing field', () => {
    expect(problemsOf({ us_person: 1 })).toEqual({ ...allMissing, tin_type: 'required' });
  });
});

describe('a W-8BEN', () => {
  const form: TaxForm = {
    ...{ name: ' Ada Ferreira ', street: 'Rua da Prata 80', city: 'Lisboa', post_code: '1100-420', country: 'PT' },
    ...{ state: 'ny', citizenship: 'PT', date_of_birth: '1990-05-31', tin: '501 964 843' },
  };

  test('has no state', () => {
    expect(readTaxForm(form, 'PT', now)).toMatchObject({
      details: { name: 'Ada Ferreira', address: { state: '' } },
    });
  });

  test.each([
    ['the name', { name: '' }, { name: 'required' }],
    ['the citizenship', { citizenship: undefined }, { citizenship: 'required' }],
    ['the date of birth', { date_of_birth: undefined }, { date_of_birth: 'date_of_birth' }],
    ['the number', { tin: 'abc' }, { tin: 'tin_foreign' }],
    ['the post code', { post_code: ' ' }, { post_code: 'required' }],
  ])('reports %s', (_, change, expected) => {
    expect(problemsOf({ ...form, ...change })).toEqual(expected);
  });

  test('reports every missing field', () => {
    expect(problemsOf({})).toEqual({ ...allMissing, citizenship: 'required', date_of_birth: 'date_of_birth' });
  });
});

describe('numbers and dates at their limits', () => {
  test.each([
    ...(['49', '66', '69', '89', '93'] as const).map((group) => [group, false] as const),
    ...(['50', '65', '70', '88', '90', '92', '94', '99'] as const).map((group) => [group, true] as const),
  ])('an individual taxpayer number with the group %s is valid: %s', (group, valid) => {
    const typed = `912-${group}-3456`;
    expect(readUsTin('ssn', typed)).toEqual(valid ? { tin: `912${group}3456` } : { problem: 'tin_us' });
  });

  test.each([
    ['ssn', '', 'required'],
    ['ein', ' - ', 'required'],
    ['ssn', 'x123456789', 'tin_us'],
    ['ssn', '1234567890', 'tin_us'],
    ['ein', '777777777', 'tin_us'],
    ['ein', '08-1234567', 'tin_us'],
  ] as const)('the %s "%s" is refused with %s', (type, typed, problem) => {
    expect(readUsTin(type, typed)).toEqual({ problem });
  });

  test('a foreign number has four to thirty characters and at least four letters or digits', () => {
    expect(readForeignTin(' ab  12 ')).toEqual({ tin: 'AB 12' });
    expect(readForeignTin('1234')).toEqual({ tin: '1234' });
    expect(readForeignTin('9'.repeat(29) + 1)).toEqual({ tin: '9'.repeat(29) + 1 });
    expect(readForeignTin(' ')).toEqual({ problem: 'required' });
    for (const wrong of ['1-2-3', '1.1.1.1', '?12345', '12345?', '123']) {
      expect(readForeignTin(wrong)).toEqual({ problem: 'tin_foreign' });
    }
  });

  test('a person is of age from the first moment of the birthday, and at most 119 years old by calendar year', () => {
    const birthday = new Date('2026-03-11T00:00:00Z');
    expect(isDateOfBirth('2008-03-11', birthday)).toBe(true);
    expect(isDateOfBirth('2008-03-11', new Date(birthday.getTime() - 1))).toBe(false);
    expect(isDateOfBirth('1907-01-01', now)).toBe(true);
    expect(isDateOfBirth('1906-12-31', now)).toBe(false);
  });

  test.each([
    ...['1990-02-30', '1990-02-29', '1900-02-29', '1990-13-01', '1990-00-10', '1990-04-31', '1990-1-1', '0000-01-01'],
    ...['1899-12-31', '2030-01-01', '9999-12-31', '31/05/1990', '１９９０-05-31', '1990-05-31T00:00:00Z', ''],
  ])('%j is no date of birth', (text) => {
    expect(isDateOfBirth(text, now)).toBe(false);
  });

  test('February 29 is a date of birth in a leap year', () => {
    expect(isDateOfBirth('1992-02-29', now)).toBe(true);
    expect(isDateOfBirth('2000-02-29', now)).toBe(true);
  });
});
