import {
  electronicFormatIBAN,
  isQRIBAN,
  ValidationErrorsBIC,
  ValidationErrorsIBAN,
  validateBIC,
  validateIBAN,
} from 'ibantools';
import { cleanCode } from '#lib/western-digits.ts';

/** Keys of the `validation` strings, one per specific problem. */
export type IbanProblem =
  | 'required'
  | 'iban_country'
  | 'iban_length'
  | 'iban_format'
  | 'iban_checksum'
  | 'iban_account_checksum'
  | 'iban_qr';

export type BicProblem = 'bic_format' | 'bic_country' | 'bic_other_country' | 'bic_test';

const ibanProblems: Readonly<Record<ValidationErrorsIBAN, IbanProblem>> = {
  [ValidationErrorsIBAN.NoIBANProvided]: 'required',
  [ValidationErrorsIBAN.NoIBANCountry]: 'iban_country',
  [ValidationErrorsIBAN.WrongBBANLength]: 'iban_length',
  [ValidationErrorsIBAN.WrongBBANFormat]: 'iban_format',
  [ValidationErrorsIBAN.ChecksumNotNumber]: 'iban_checksum',
  [ValidationErrorsIBAN.WrongIBANChecksum]: 'iban_checksum',
  [ValidationErrorsIBAN.WrongAccountBankBranchChecksum]: 'iban_account_checksum',
  [ValidationErrorsIBAN.QRIBANNotAllowed]: 'iban_qr',
};

/** Most specific first: a missing digit also breaks the format and the checksum. */
const problemPriority: readonly IbanProblem[] = [
  'required',
  'iban_country',
  'iban_length',
  'iban_format',
  'iban_checksum',
];

/** Parses an IBAN into electronic format, or returns its problem. A valid checksum doesn't prove the account exists. */
export function readIban(text: string): { readonly iban: string } | { readonly problem: IbanProblem } {
  const iban = electronicFormatIBAN(cleanCode(text)) ?? '';
  const { valid, errorCodes } = validateIBAN(iban);
  if (valid) return isQRIBAN(iban) ? { problem: 'iban_qr' } : { iban };
  const problems = errorCodes.map((code) => ibanProblems[code]);
  return { problem: problemPriority.find((each) => problems.includes(each)) ?? problems[0] ?? 'iban_checksum' };
}

/** Territories whose banks use another country's IBANs. */
const territories: Readonly<Record<string, readonly string[]>> = {
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'],
  GB: ['GG', 'IM', 'JE'],
};

/** Parses a BIC, which must belong to the IBAN's country, or returns its problem. */
export function readBic(text: string, iban: string): { readonly bic: string } | { readonly problem: BicProblem } {
  const bic = cleanCode(text).toUpperCase();
  const { valid, errorCodes } = validateBIC(bic);
  if (!valid) {
    const isCountry = errorCodes.includes(ValidationErrorsBIC.NoBICCountry);
    return { problem: isCountry && /^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/.test(bic) ? 'bic_country' : 'bic_format' };
  }
  const [country, bank] = [iban.slice(0, 2), bic.slice(4, 6)];
  if (bank !== country && !territories[country]?.includes(bank)) return { problem: 'bic_other_country' };
  // A 0 as the eighth character marks the test network.
  return bic[7] === '0' ? { problem: 'bic_test' } : { bic };
}
