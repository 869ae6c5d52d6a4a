import { sha256 } from '#server/core/encryption.ts';
import { isBritish, type TaxNumbers } from './tax-numbers.ts';
import { readViesError } from './vies.ts';

/** What the Commission's test service answers to these numbers, with any country, in the words of its WSDL. */
const viesErrors: Readonly<Record<string, string>> = {
  201: 'INVALID_INPUT',
  202: 'INVALID_REQUESTER_INFO',
  300: 'SERVICE_UNAVAILABLE',
  301: 'MS_UNAVAILABLE',
  302: 'TIMEOUT',
  400: 'VAT_BLOCKED',
  401: 'IP_BLOCKED',
  500: 'GLOBAL_MAX_CONCURRENT_REQ',
  501: 'GLOBAL_MAX_CONCURRENT_REQ_TIME',
  600: 'MS_MAX_CONCURRENT_REQ',
  601: 'MS_MAX_CONCURRENT_REQ_TIME',
};

/** The companies of HMRC's sandbox, as its API's test data lists them. */
const hmrcNumbers = new Set(
  (
    '553557881 146295999727 948561936944 166804280212 711954454070 355699311774 770555752641 436189915 011591667 ' +
    '961925638 710882182 491434866908 792920366 567152344 293129633 036139833 133431885 603947495399 462794985 ' +
    '304696336527 865282815144 000549615108 051798906 698814748 256676991 285052602207 494521394 486691505 ' +
    '904961373774 274094560978 282415407 094531337168 132877896459 896040675996 309335202 775917660 286381514768 ' +
    '726129090 576042213 786176152'
  ).split(' '),
);

/** The vendors' test environments: a number that they don't list is “unavailable” in Europe and unknown in Britain. */
export const sandboxTaxNumbers: TaxNumbers = {
  async confirm(vatNumber) {
    const number = vatNumber.slice(2);
    const id = sha256(vatNumber).slice(0, 16);
    if (isBritish(vatNumber)) return hmrcNumbers.has(number) ? { status: 'valid', id } : { status: 'invalid' };
    if (number === '100') return { status: 'valid', id };
    return number === '200' ? { status: 'invalid' } : readViesError(viesErrors[number] ?? 'SERVICE_UNAVAILABLE');
  },
  isTestNumber(vatNumber) {
    const number = vatNumber.slice(2);
    return isBritish(vatNumber) ? hmrcNumbers.has(number) : /^[12]00$/.test(number) || number in viesErrors;
  },
};
