import { type AddressForm, readAddress } from './address.ts';
import {
  isDateOfBirth,
  readForeignTin,
  readUsTin,
  requiredTaxForm,
  type TaxFormDetails,
  usTinTypes,
} from './tax-form.ts';

export type TaxForm = AddressForm &
  Partial<Readonly<Record<'name' | 'citizenship' | 'date_of_birth' | 'tin' | 'tin_type', string | undefined>>> & {
    readonly us_person?: 0 | 1 | undefined;
    /** 1 if the home country issues no tax number. */
    readonly no_tin?: 0 | 1 | undefined;
  };

type ReadResult = { readonly details: TaxFormDetails } | { readonly problems: Readonly<Record<string, string>> };

const countryCode = /^[A-Z]{2}$/;

/** Validates the tax form that the residence requires. Returns its answers, or the problem of each invalid field. */
export function readTaxForm(form: TaxForm, residence: string, now: Date): ReadResult {
  const kind = requiredTaxForm(residence, form.us_person === 1);
  const name = form.name?.trim() ?? '';
  const { address, problems: addressProblems } = readAddress(form);
  const problems = { ...(name ? {} : { name: 'required' }), ...addressProblems };
  if (kind === 'w-9') {
    const tinType = usTinTypes.find((type) => type === form.tin_type);
    const tin = readUsTin(tinType ?? 'ssn', form.tin ?? '');
    if (!tinType || 'problem' in tin || Object.keys(problems).length > 0) {
      const formProblems = {
        ...(tinType ? {} : { tin_type: 'required' }),
        ...('problem' in tin ? { tin: tin.problem } : {}),
      };
      return { problems: { ...problems, ...formProblems } };
    }
    return { details: { kind, name, address, tinType, tin: tin.tin } };
  }
  const citizenship = form.citizenship ?? '';
  const dateOfBirth = form.date_of_birth ?? '';
  const tin = form.no_tin === 1 ? { tin: null } : readForeignTin(form.tin ?? '');
  const formProblems = {
    ...(countryCode.test(citizenship) ? {} : { citizenship: 'required' }),
    // US citizens sign a W-9 wherever they live.
    ...(citizenship === 'US' ? { citizenship: 'citizen_us' } : {}),
    ...(isDateOfBirth(dateOfBirth, now) ? {} : { date_of_birth: 'date_of_birth' }),
    ...('problem' in tin ? { tin: tin.problem } : {}),
    ...(address.country === 'US' ? { country: 'residence_us' } : {}),
  };
  if ('problem' in tin || Object.keys(formProblems).length > 0 || Object.keys(problems).length > 0) {
    return { problems: { ...problems, ...formProblems } };
  }
  return { details: { kind, name, address, citizenship, dateOfBirth, tin: tin.tin } };
}
